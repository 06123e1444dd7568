import { type App, type AppPermission, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

export const consoleAppId = 'console';
export const mcpAppId = 'mcp';

const builtInApp = (id: string, permission: AppPermission, comment: string): App => ({
  ...publicApp({ id, permission, security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment,
});

/** The default application of the console. It does not limit rights of users. A stored application with the same id replaces it. */
export const consoleApp: App = builtInApp(consoleAppId, 'admin', 'The web console');

/** The application of Model Context Protocol clients, unless one with its id is stored. */
export const mcpApp = (permission: AppPermission): App => ({
  ...builtInApp(mcpAppId, permission, 'Clients of the Model Context Protocol'),
  stringify: false,
});
