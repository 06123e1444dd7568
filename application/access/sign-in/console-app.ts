import { type App, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

export const consoleAppId = 'console';

/** The application of the console, unless one with its id is stored. It does not limit the rights of users. */
export const consoleApp: App = {
  ...publicApp({ id: consoleAppId, permission: 'admin', security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment: 'The web console',
};
