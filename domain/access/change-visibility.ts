import { type HistoryObject, isAudited } from '../changes/change.js';
import type { PermissionMap } from '../fields/permission-map.js';
import { levelIn, levelOnSubnet, type Principal } from './access-policy.js';

/** Permissions of where an object stands; undefined where nobody knows them any more. */
export interface ChangePosition {
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
}

/** Who wants to be told. */
export interface Listener {
  readonly principal: Principal;
  /** Whether it administers the service. */
  readonly isAdministrator: boolean;
}

/**
 * Whether somebody may be told of a change: of what administrators set only administrators, of sections, subnets and addresses
 * who sees them, of all else everybody. Of an object that is gone the permissions count that it had at its end.
 */
export function canSeeChange({ principal, isAdministrator }: Listener, object: HistoryObject, place: ChangePosition): boolean {
  if (isAudited(object)) return isAdministrator;
  if (principal.unrestricted) return true;
  const { sectionPermissions, subnetPermissions } = place;
  switch (object) {
    case 'section':
      return sectionPermissions !== undefined && levelIn(sectionPermissions, principal) > 0;
    case 'subnet':
    case 'address':
      if (sectionPermissions === undefined || subnetPermissions === undefined) return false;
      return levelOnSubnet(sectionPermissions, subnetPermissions, principal) > 0;
    default:
      return true;
  }
}
