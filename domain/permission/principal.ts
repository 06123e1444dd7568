import type { InventoryRight, User } from '../identity/user.js';

/** Whose permissions are asked for: what a user, or an application without users, may do. */
export interface Principal {
  /** Whether it has every level on everything, and every right. */
  readonly unrestricted: boolean;
  /** Groups whose levels it has. */
  readonly groups: readonly number[];
  /** What it may do with what belongs to no section. */
  readonly inventory: InventoryRight;
}

/** May do everything. */
export const unrestrictedPrincipal: Principal = { unrestricted: true, groups: [], inventory: 'write' };

/** May do nothing: who has not proved who it is. */
export const strangerPrincipal: Principal = { unrestricted: false, groups: [], inventory: 'read' };

/** A user as principal: administrators may do everything, and so may all users of a service that does not enforce permissions. */
export function principalOf(
  { role, groups, inventory }: Pick<User, 'role' | 'groups' | 'inventory'>,
  { enforceUserPermissions }: { readonly enforceUserPermissions: boolean },
): Principal {
  return { unrestricted: role === 'Administrator' || !enforceUserPermissions, groups, inventory };
}
