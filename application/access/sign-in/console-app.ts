import { type App, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

/** Id of the application of the web console. */
export const consoleAppId = 'console';

/** The application of the web console, unless one of its id is stored. It limits no right of its users. */
export const consoleApp: App = {
  ...publicApp({ id: consoleAppId, permission: 'admin', security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment: 'The web console',
};
