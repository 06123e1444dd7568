import type { Subject } from '../grammar.js';
import { app } from './app.js';
import { audit } from './audit.js';
import { dns } from './dns.js';
import { field } from './field.js';
import { group } from './group.js';
import { key } from './key.js';
import { mail } from './mail.js';
import { permission } from './permission.js';
import { provider } from './provider.js';
import { role } from './role.js';
import { scan } from './scan.js';
import { serviceAccount } from './service-account.js';
import { session } from './session.js';
import { settings } from './settings.js';
import { token } from './token.js';
import { usage } from './usage.js';
import { user } from './user.js';
import { webhook } from './webhook.js';

export const subjects: Readonly<Record<string, Subject>> = {
  ...{
    user,
    'service-account': serviceAccount,
    group,
    role,
    provider,
    app,
    key,
    field,
    token,
    session,
    settings,
    dns,
    usage,
    mail,
    webhook,
    audit,
  },
};

/** Groups of commands without help and documentation, for internal use of the program. */
export const internalSubjects: Readonly<Record<string, Subject>> = { scan, permission };
