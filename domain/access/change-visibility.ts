import { isKindName } from '../catalog/kinds.js';
import { type HistoryObject, isAudited } from '../changes/change.js';
import type { PermissionMap } from '../fields/permission-map.js';
import { levelIn, levelOnSubnet, mayRead, type Principal, seesKind } from './access-policy.js';
import { type Reach, reachesSection, reachesSubnet } from './key-scope.js';

/** Permissions of where an object stands; undefined where nobody knows them any more. */
export interface ChangePosition {
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
  /** Ids of the section and of the subnet, and of everything above that; keys that are limited to some ask for them. */
  readonly sectionId?: number | null | undefined;
  readonly subnetId?: number | null | undefined;
  readonly above?: readonly number[] | undefined;
}

/** Who wants to be told. */
export interface Listener {
  readonly principal: Principal;
  /** Whether it reads the whole change log: it administers the service, or has the right to the history. */
  readonly isAdministrator: boolean;
}

/**
 * Whether somebody may be told of a change: of what administrators set only readers of the whole change log, of sections, subnets
 * and addresses who sees them, of records of a kind all from whom the kind is not hidden. Of an object that is gone the permissions
 * count that it had at its end. A key is told of what its scope has.
 */
export function canSeeChange({ principal, isAdministrator }: Listener, object: HistoryObject, place: ChangePosition): boolean {
  if (isAudited(object)) return isAdministrator;
  const { narrowed } = principal;
  if (!narrowed) return isAdministrator || isVisible(principal, object, place);
  return mayRead(principal, object) && isReached(narrowed.scope.reach, object, place) && isVisible(narrowed.owner, object, place);
}

function isReached(reach: Reach | null, object: HistoryObject, { sectionId, subnetId, above }: ChangePosition): boolean {
  if (object === 'section') return reachesSection(reach, sectionId);
  if (object !== 'subnet' && object !== 'address') return true;
  return reachesSubnet(reach, { id: subnetId ?? undefined, sectionId, above });
}

function isVisible(principal: Principal, object: HistoryObject, place: ChangePosition): boolean {
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
      return !isKindName(object) || seesKind(principal, object);
  }
}
