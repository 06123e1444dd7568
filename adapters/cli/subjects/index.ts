import type { Subject } from '../grammar.js';
import { app } from './app.js';
import { audit } from './audit.js';
import { dns } from './dns.js';
import { field } from './field.js';
import { group } from './group.js';
import { provider } from './provider.js';
import { scan } from './scan.js';
import { settings } from './settings.js';
import { token } from './token.js';
import { user } from './user.js';
import { webhook } from './webhook.js';

/** Everything that the command line administers, by the word for it. */
export const subjects: Readonly<Record<string, Subject>> = {
  user,
  group,
  provider,
  app,
  field,
  token,
  settings,
  dns,
  webhook,
  audit,
};

/** What the program itself asks for, in words of its own: nobody writes these. */
export const unspokenSubjects: Readonly<Record<string, Subject>> = { scan };
