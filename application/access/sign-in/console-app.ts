import { type App, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

/** Name of the application that the web console signs in through. */
export const consoleAppId = 'console';

/** The application of the web console, where none of its name is stored: it limits no right of its users. */
export const consoleApp: App = {
  ...publicApp({ id: consoleAppId, permission: 'admin', security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment: 'The web console',
};
