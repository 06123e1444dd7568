import { type App, type AppPermission, appAllows } from '../identity/app.js';
import type { User } from '../identity/user.js';
import { isAdministrator, type Principal, requireAdministrator, requireInventoryRight } from './access-policy.js';

/** What one sort of operation needs before it begins. */
interface Needs {
  /** What the application must be allowed. */
  readonly app: AppPermission;
  /** Whether the principal needs the right to write what belongs to no section. */
  readonly inventoryRight?: true;
  /** Whether the caller must be one that may set the service up. */
  readonly administrator?: true;
}

/**
 * Every sort of operation. What depends on the section or subnet that one names is found out by the use-cases: see,
 * writeAddresses and change are the levels that they ask for, of what is below the first they say that it is not there.
 */
const operations = {
  /** Establishes who calls, and so needs nobody. */
  signIn: { app: 'read' },
  /** Concerns the token that the request carries, nothing else. */
  ownToken: { app: 'read' },
  /** Shows users: a matter of the application's permission alone. */
  users: { app: 'admin' },
  /** Shows what every user may see: records of kinds that belong to no section, and definitions. */
  everyone: { app: 'read' },
  /** Shows sections, subnets or addresses, as far as the caller sees them. */
  see: { app: 'read' },
  /** Tells of changes, as far as the caller sees what changed. */
  changes: { app: 'read' },
  /** Writes addresses of a subnet. */
  writeAddresses: { app: 'write' },
  /** Changes sections or subnets. */
  change: { app: 'write' },
  /** Writes records of kinds that belong to no section. */
  inventory: { app: 'write', inventoryRight: true },
  /** Shows or changes what administrators set. */
  administer: { app: 'admin', administrator: true },
  /** Has the service try something at once, outside of any unit of work. */
  attempt: { app: 'admin', administrator: true },
  /** Refuses whatever comes. */
  nothing: { app: 'read' },
} as const satisfies Readonly<Record<string, Needs>>;

/** A sort of operation. */
export type Operation = keyof typeof operations;

/** Whether a name is that of a sort of operation. */
export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name);

/** The permission that an application lacks for an operation; undefined when it has it. */
export function lackingPermission(operation: Operation, app: App): AppPermission | undefined {
  const { app: needed } = operations[operation];
  return appAllows(app, needed) ? undefined : needed;
}

/** Whether an operation is for those only who may set the service up. */
export const isForAdministrators = (operation: Operation): boolean => {
  const { administrator }: Needs = operations[operation];
  return administrator === true;
};

/** Who asks: a user through an application, an application that proves itself, or the service (neither). */
export interface Asker {
  readonly app: App | null;
  readonly user: Pick<User, 'role'> | null;
  readonly principal: Principal;
}

/** Whether somebody may set the service up, and be shown how it is: through an application that may, and as no other user. */
export const mayAdminister = ({ app, user, principal }: Asker): boolean =>
  (app === null || lackingPermission('administer', app) === undefined) && isAdministrator(principal, user);

/**
 * Lets nobody pass who lacks a right that an operation needs whatever it names.
 * @param user who asks, where a user does
 * @throws IpamError permission.denied
 */
export function requireRight(operation: Operation, principal: Principal, user: Pick<User, 'role'> | null = null): void {
  const { inventoryRight }: Needs = operations[operation];
  if (inventoryRight) requireInventoryRight(principal);
  if (isForAdministrators(operation)) requireAdministrator(principal, user);
}
