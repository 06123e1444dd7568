import type { Caller } from '../../application/caller.js';
import { IpamError } from '../../domain/errors.js';
import type { App } from '../../domain/identity/app.js';
import {
  isForAdministrators,
  isOperation,
  lackingPermission,
  type Operation,
  requireRight,
} from '../../domain/permission/operation.js';
import { RequestError } from './request/request-error.js';

/** What a route does, and so what it needs of the application and of the user. */
export type Access = Operation;

/** Which routes may declare an access: those that read, those that write, or both. */
const routesWith: Readonly<Record<Access, 'read' | 'write' | 'any'>> = {
  signIn: 'write',
  ownToken: 'any',
  users: 'read',
  everyone: 'read',
  see: 'read',
  changes: 'read',
  writeAddresses: 'write',
  change: 'write',
  inventory: 'write',
  administer: 'any',
  attempt: 'write',
  nothing: 'any',
};

/** @throws Error when a route declares no access, or one that does not go with its method: the route is wrong */
export function checkDeclaration({ method, path, access }: { method: string; path: string; access: Access }): void {
  if (!isOperation(access ?? '')) throw new Error(`${method} ${path} declares no access`);
  const routes = routesWith[access];
  if (routes !== 'any' && (routes === 'read') !== (method === 'GET'))
    throw new Error(`${method} ${path} cannot have the access ${access}`);
}

/**
 * Checks what a route's access needs, whichever way the request came to it.
 * @throws RequestError access.readOnly, access.adminOnly; IpamError permission.denied
 */
export function checkAccess(access: Access, app: App, { principal, user }: Caller): void {
  const lacking = lackingPermission(access, app);
  if (lacking && isForAdministrators(access)) throw new IpamError('permission.denied');
  if (lacking) throw new RequestError(lacking === 'admin' ? 'access.adminOnly' : 'access.readOnly');
  requireRight(access, principal, user);
}
