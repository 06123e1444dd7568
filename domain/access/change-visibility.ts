import { isKindName, isOpenKind } from '../catalog/kinds.js';
import { type HistoryObject, isAudited } from '../changes/change.js';
import type { PermissionLevel, PermissionMap } from '../fields/permission-map.js';
import { levelIn, levelOnSubnet, levels, mayRead, type Principal, seesKind } from './access-policy.js';
import { type Reach, reachesSection, reachesSubnet } from './key-scope.js';
import { hasKindLevel } from './kind-level.js';

/** Permissions on the section and subnet of a changed object; undefined if unknown. */
export interface ChangePosition {
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
  /** Only required for keys limited to sections or subnets. `above`: all subnets above. */
  readonly sectionId?: number | null | undefined;
  readonly subnetId?: number | null | undefined;
  readonly above?: readonly number[] | undefined;
}

export interface Listener {
  readonly principal: Principal;
  /** Whether the complete change log is visible: administrators and users with the right `history`. */
  readonly isAdministrator: boolean;
}

/**
 * Whether a listener may see a change. For a deleted object, its last permissions apply. Required are:
 * - for administrative changes: the complete change log
 * - for sections, subnets and addresses: level `see`
 * - for records of a kind: a level on the kind
 * - for a key: an object within the key's scope
 */
export function canSeeChange({ principal, isAdministrator }: Listener, object: HistoryObject, position: ChangePosition): boolean {
  if (isAudited(object)) return isAdministrator;
  const { narrowed } = principal;
  if (!narrowed) return isAdministrator || isVisible(principal, object, position);
  return (
    mayRead(principal, object) && isReached(narrowed.scope.reach, object, position) && isVisible(narrowed.owner, object, position)
  );
}

function isReached(reach: Reach | null, object: HistoryObject, { sectionId, subnetId, above }: ChangePosition): boolean {
  if (object === 'section') return reachesSection(reach, sectionId);
  if (!isWithinSubnet(object)) return true;
  return reachesSubnet(reach, { id: subnetId ?? undefined, sectionId, above });
}

const isWithinSubnet = (object: HistoryObject): boolean =>
  object === 'subnet' || object === 'address' || (isKindName(object) && !isOpenKind(object));

function isVisible(principal: Principal, object: HistoryObject, position: ChangePosition): boolean {
  if (principal.unrestricted) return true;
  const { sectionPermissions } = position;
  switch (object) {
    case 'section':
      return sectionPermissions !== undefined && levelIn(sectionPermissions, principal) > 0;
    case 'subnet':
    case 'address':
    case 'range':
      return levelAt(principal, position) >= levels.see;
    case 'request': // requesters read the history of their request instead
      return levelAt(principal, position) >= levels.writeAddresses;
    default:
      return !hasKindLevel(object) || seesKind(principal, object);
  }
}

const levelAt = (principal: Principal, { sectionPermissions, subnetPermissions }: ChangePosition): PermissionLevel =>
  sectionPermissions === undefined || subnetPermissions === undefined
    ? 0
    : levelOnSubnet(sectionPermissions, subnetPermissions, principal);
