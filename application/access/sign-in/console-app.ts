import { type App, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

export const consoleAppId = 'console';

/** The default application of the console. It does not limit rights of users. A stored application with the same id replaces it. */
export const consoleApp: App = {
  ...publicApp({ id: consoleAppId, permission: 'admin', security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment: 'The web console',
};
