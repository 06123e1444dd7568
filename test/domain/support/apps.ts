import type { StoredApp } from '../../../domain/access/app.js';
import { noLimits } from '../../../domain/access/rate-limit.js';

/** An application that may do everything, without a lock. */
export const app: StoredApp = {
  id: 'main',
  permission: 'admin',
  security: 'none',
  code: null,
  codeDigest: null,
  showLinks: false,
  stringify: true,
  nestCustomFields: false,
  lock: { enabled: false, waitSeconds: 30 },
  limits: noLimits,
  origins: [],
  cryptLegacy: true,
  cryptStrict: false,
  comment: '',
};

/** The same with a lock. */
export const lockedApp = (waitSeconds: number, id = 'locked'): StoredApp => ({
  ...app,
  id,
  lock: { enabled: true, waitSeconds },
});
