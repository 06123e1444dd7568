/** Permission levels of groups on sections and subnets, and the access policy. */
export {
  lackingPermission,
  levelInSection,
  levelInSubnet,
  levels,
  type Operation,
  type Principal,
  principalOf,
  requireLevel,
  requireOperation,
  requireSection,
  shows,
  unauthenticatedPrincipal,
  unrestrictedPrincipal,
} from '../access/access-policy.js';
export {
  isPermissionMap,
  type PermissionLevel,
  type PermissionMap,
  readPermissionLevel,
  readPermissionMap,
  withLevel,
} from '../fields/permission-map.js';
