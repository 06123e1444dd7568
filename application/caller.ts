import type { App } from '../domain/identity/app.js';
import type { User } from '../domain/identity/user.js';
import type { Holder } from '../domain/permission/effective-permission.js';

/** Who asks for something to be done. */
export interface Caller {
  /** The application through which it is asked; null within the service itself. */
  readonly app: App | null;
  /** The user whose token the request carries; null where none is needed. */
  readonly user: User | null;
  /** What decides on group permissions. */
  readonly holder: Holder;
  /** Where the request comes from, if it came over a network. */
  readonly clientAddress: string | null;
  /** What the history calls a caller that is neither user nor application. */
  readonly name?: string;
}

/** Whoever sits at the machine's command line: may do everything. */
export const commandLineCaller: Caller = {
  app: null,
  user: null,
  holder: { unrestricted: true, groups: [] },
  clientAddress: null,
  name: 'command line',
};

/** The provisioning file. */
export const provisioningCaller: Caller = { ...commandLineCaller, name: 'provisioning' };

/** The service itself, or a program that embeds it: may do everything. */
export const internalCaller: Caller = { app: null, user: null, holder: { unrestricted: true, groups: [] }, clientAddress: null };
