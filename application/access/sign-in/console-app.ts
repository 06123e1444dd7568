import type { App } from '../../../domain/access/app.js';
import { noLimits } from '../../../domain/access/rate-limit.js';

/** Name of the application that the web console signs in through. */
export const consoleAppId = 'console';

/** The application of the web console, where none of its name is stored: users may do through it whatever they may do. */
export const consoleApp: App = {
  id: consoleAppId,
  permission: 'admin',
  security: 'none',
  showLinks: false,
  stringify: true,
  nestCustomFields: false,
  cryptLegacy: false,
  cryptStrict: true,
  lock: { enabled: false, waitSeconds: 0 },
  limits: noLimits,
  comment: 'The web console',
};
