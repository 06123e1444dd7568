import { type App, type AppPermission, appFields, publicApp } from '../../../domain/access/app.js';
import { defaultsOf } from '../../../domain/fields/administered-field.js';

export const mcpAppId = 'mcp';

/** The application of Model Context Protocol clients, unless one with its id is stored. */
export const mcpApp = (permission: AppPermission): App => ({
  ...publicApp({ id: mcpAppId, permission, security: 'none', ...defaultsOf(appFields) }),
  showLinks: false,
  stringify: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  comment: 'Clients of the Model Context Protocol',
});
