import type { Caller } from '../../application/caller.js';
import { requireInventory } from '../../application/inventory/access.js';
import { type App, type AppPermission, appAllows } from '../../domain/identity/app.js';
import { RequestError } from './request/request-error.js';

/** What one sort of access needs before its route runs. */
interface AccessRule {
  /** Which routes may declare it: those that read, those that write, or both. */
  readonly routes: 'read' | 'write' | 'any';
  /** What the application must be allowed. */
  readonly app: AppPermission;
  /** Lets only some callers pass. @throws IpamError permission.denied */
  readonly check?: (caller: Caller) => void;
}

/**
 * Every sort of access. What depends on the section or subnet that a request names is found out by the use-cases: see,
 * writeAddresses and change are the levels that they ask for, of what is below the first they say that it is not there.
 */
const accessRules = {
  /** Establishes who calls, and so needs nobody. */
  signIn: { routes: 'write', app: 'read' },
  /** Concerns the token that the request carries, nothing else. */
  ownToken: { routes: 'any', app: 'read' },
  /** Shows users: a matter of the application's permission alone (INTERFACE.md). */
  users: { routes: 'read', app: 'admin' },
  /** Shows what every user may see: records of kinds that belong to no section, and definitions. */
  everyone: { routes: 'read', app: 'read' },
  /** Shows sections, subnets or addresses, as far as the caller sees them. */
  see: { routes: 'read', app: 'read' },
  /** Writes addresses of a subnet. */
  writeAddresses: { routes: 'write', app: 'write' },
  /** Changes sections or subnets. */
  change: { routes: 'write', app: 'write' },
  /** Writes records of kinds that belong to no section. */
  inventory: { routes: 'write', app: 'write', check: requireInventory },
  /** Refuses whatever comes. */
  nothing: { routes: 'any', app: 'read' },
} as const satisfies Readonly<Record<string, AccessRule>>;

/** What a route does, and so what it needs of the application and of the user. */
export type Access = keyof typeof accessRules;

/** @throws Error when a route declares no access, or one that does not go with its method: the route is wrong */
export function checkDeclaration({ method, path, access }: { method: string; path: string; access: Access }): void {
  if (!Object.hasOwn(accessRules, access ?? '')) throw new Error(`${method} ${path} declares no access`);
  const { routes }: AccessRule = accessRules[access];
  if (routes !== 'any' && (routes === 'read') !== (method === 'GET'))
    throw new Error(`${method} ${path} cannot have the access ${access}`);
}

/**
 * Checks what a route's access needs, whichever way the request came to it.
 * @throws RequestError access.readOnly, access.adminOnly; IpamError permission.denied
 */
export function checkAccess(access: Access, app: App, caller: Caller): void {
  const rule: AccessRule = accessRules[access];
  if (!appAllows(app, rule.app)) throw new RequestError(rule.app === 'admin' ? 'access.adminOnly' : 'access.readOnly');
  rule.check?.(caller);
}
