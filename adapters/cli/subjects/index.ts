import type { Subject } from '../grammar.js';
import { group, permission, role, serviceAccount, user } from './accounts.js';
import { app } from './app.js';
import { field } from './field.js';
import { key } from './key.js';
import { provider } from './provider.js';
import { dns, mail, scan, usage } from './service-tasks.js';
import { audit, session, token } from './sessions.js';
import { settings } from './settings.js';
import { webhook } from './webhook.js';

export const subjects: Readonly<Record<string, Subject>> = {
  ...{ user, 'service-account': serviceAccount, group, role, provider, app, key, field },
  ...{ token, session, settings, dns, usage, mail, webhook, audit },
};

/** Groups of commands without help and documentation, for internal use of the program. */
export const internalSubjects: Readonly<Record<string, Subject>> = { scan, permission };
