import type { App } from '../domain/identity/app.js';
import type { User } from '../domain/identity/user.js';

/** Who asks: an application, and the user whose token it carries, if it needs one. */
export interface Caller {
  readonly app: App;
  readonly user: User | null;
}
