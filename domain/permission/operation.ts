import { type App, type AppPermission, appAllows } from '../identity/app.js';
import { requireInventoryRight } from './access-policy.js';
import type { Principal } from './principal.js';

/** What one sort of operation needs before it begins. */
interface Needs {
  /** What the application must be allowed. */
  readonly app: AppPermission;
  /** Whether the principal needs the right to write what belongs to no section. */
  readonly inventoryRight?: true;
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

/** Lets nobody pass who lacks a right that an operation needs whatever it names. @throws IpamError permission.denied */
export function requireRight(operation: Operation, principal: Principal): void {
  const { inventoryRight }: Needs = operations[operation];
  if (inventoryRight) requireInventoryRight(principal);
}
