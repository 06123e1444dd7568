import { isKindName, type KindWithin, kindOf, type OpenKind, openKindNames } from '../catalog/kinds.js';
import { IpamError } from '../errors.js';
import type { PermissionLevel, PermissionMap } from '../fields/permission-map.js';
import type { Prefix } from '../net/prefix.js';
import type { Section } from '../section/section.js';
import type { Network, Subnet } from '../subnet/subnet.js';
import { type App, type AppPermission, appAllows } from './app.js';
import { type EffectiveRights, effectiveRights, grantsOf, type RightsHolder } from './effective-rights.js';
import {
  allows,
  type GrantedScope,
  levelOfSections,
  levelOfSubnets,
  needsAncestors,
  type Reach,
  reachesSection,
  reachesSubnet,
  type ScopedRecord,
  type ScopeNeed,
  type ScopeRight,
  type SubnetLocation,
} from './key-scope.js';
import { hasKindLevel, isAtLeast, type KindLevel, levelSummary } from './kind-level.js';
import type { AdministrativeRight } from './role.js';
import type { InventoryRight, User } from './user.js';

/** The subject of permission checks: a user, a key, an application without users, or the service. */
export interface Principal {
  readonly unrestricted: boolean;
  /** Groups of the user. Groups have levels on sections and subnets. */
  readonly groups: readonly number[];
  /** Summary of the levels on kinds outside of sections. `effective` has the level of each kind. */
  readonly inventory: InventoryRight;
  /** Undefined without a user. Own records of some kinds need a lower level (Kind.owner). */
  readonly userId?: number;
  readonly effective?: EffectiveRights;
  /**
   * Defined for a key: the key has the rights of its owner within a scope. The members above are then empty, so that code that
   * ignores this member denies access.
   */
  readonly narrowed?: { readonly owner: Principal; readonly scope: GrantedScope };
}

export const unrestrictedPrincipal: Principal = { unrestricted: true, groups: [], inventory: 'write' };

export const unauthenticatedPrincipal: Principal = { unrestricted: false, groups: [], inventory: 'none' };

export interface PrincipalOptions {
  readonly enforceUserPermissions: boolean;
  /** Rights of the user including its roles. Default: the user's own rights. */
  readonly effective?: EffectiveRights;
}

/** Administrators are unrestricted. Without `enforceUserPermissions`, all users are unrestricted. */
export function principalOf(
  user: RightsHolder & Pick<User, 'groups'> & Partial<Pick<User, 'id'>>,
  { enforceUserPermissions, effective = effectiveRights(grantsOf(user)) }: PrincipalOptions,
): Principal {
  const unrestricted = effective.rights.has('administer') || !enforceUserPermissions;
  const own = user.id === undefined ? {} : { userId: user.id };
  return { unrestricted, groups: user.groups, inventory: levelSummary(effective.levels), effective, ...own };
}

export const narrowedPrincipal = (owner: Principal, scope: GrantedScope): Principal => ({
  unrestricted: false,
  groups: [],
  inventory: 'none',
  narrowed: { owner, scope },
});

/** True for a principal without a key. */
const isInScope = ({ narrowed }: Principal, right: ScopeRight): boolean => !narrowed || narrowed.scope.rights.has(right);

const ownerOf = (principal: Principal): Principal => principal.narrowed?.owner ?? principal;

/** Ignores the scope. */
function levelOnKind(principal: Principal, kind: OpenKind): KindLevel {
  const { unrestricted, effective, inventory } = ownerOf(principal);
  return unrestricted ? 'write' : (effective?.levels[kind] ?? inventory);
}

/** Ignores the scope. */
export const seesKind = (principal: Principal, kind: OpenKind): boolean => levelOnKind(principal, kind) !== 'none';

const hasLevel = (principal: Principal, record: ScopedRecord, needed: KindLevel): boolean =>
  !hasKindLevel(record) || isAtLeast(levelOnKind(principal, record), needed);

/** Whether a principal may read records of a type. Sections, subnets and addresses need a level on the object as well. */
export const mayRead = (principal: Principal, record: ScopedRecord): boolean =>
  isInScope(principal, `${record}:read`) && hasLevel(principal, record, 'read');

/** Whether a principal may write records of a type. Other rights are checked separately. */
export const mayWrite = (principal: Principal, record: ScopedRecord): boolean =>
  isInScope(principal, `${record}:write`) && hasLevel(principal, record, 'write');

/** Whether access to a route depends on the record types of the route. */
export function dependsOnRecords(principal: Principal): boolean {
  if (principal.narrowed) return true;
  return !principal.unrestricted && (principal.effective ? principal.effective.hidesKinds : principal.inventory === 'none');
}

/** Whether levels on objects depend on their permission maps. */
export const dependsOnMaps = (principal: Principal): boolean => !ownerOf(principal).unrestricted;

/** Visibility conditions for a storage. A visible record meets all conditions. */
export interface Visibility {
  readonly isNothing: boolean;
  /** A visible record gives level 1 or more to one of these groups. null: no condition. */
  readonly groups: readonly number[] | null;
  /** Visible sections, and visible subnets with their descendants. null: no condition. */
  readonly reach: Reach | null;
  /**
   * Records of this user need level 1, all other records level 2. null: there is no user, and every record needs level 2.
   * undefined: the kind has no owners, and every record needs level 1.
   */
  readonly ownOf?: number | null;
}

type VisibleObject = 'section' | 'subnet' | 'address' | KindWithin;

/** @param viewer undefined: the service itself */
export function visibilityOf(viewer: Principal | undefined, object: VisibleObject): Visibility {
  if (!viewer) return { isNothing: false, groups: null, reach: null };
  const { unrestricted, groups, userId = null } = ownerOf(viewer);
  const scope = viewer.narrowed?.scope;
  const isOwned = isKindName(object) && kindOf(object).owner !== undefined;
  return {
    isNothing: scope !== undefined && hides(scope, object),
    groups: unrestricted ? null : groups,
    reach: scope?.reach ?? null,
    ...(isOwned ? { ownOf: userId } : {}),
  };
}

function hides(scope: GrantedScope, object: VisibleObject): boolean {
  if (object === 'section') return levelOfSections(scope) === 0;
  return object === 'subnet' ? levelOfSubnets(scope) === 0 : !scope.rights.has(`${object}:read`);
}

/** Minimum levels on an object. `change` concerns the object itself. */
export const levels = { see: 1, writeAddresses: 2, change: 3 } as const satisfies Record<string, PermissionLevel>;

type GroupMember = Pick<Principal, 'unrestricted' | 'groups'>;

/** The highest level of the principal's groups in a map; 3 for an unrestricted principal. */
export function levelIn(map: PermissionMap | null, principal: GroupMember): PermissionLevel {
  if (principal.unrestricted) return 3;
  return principal.groups.reduce<PermissionLevel>((highest, group) => {
    const level = map?.get(group) ?? 0;
    return level > highest ? level : highest;
  }, 0);
}

/** Level on a subnet from its own map; 0 without a level on the section. */
export function levelOnSubnet(
  section: PermissionMap | null,
  subnet: PermissionMap | null,
  principal: GroupMember,
): PermissionLevel {
  return levelIn(section, principal) === 0 ? 0 : levelIn(subnet, principal);
}

/** If the id is missing, a key that is limited to sections or subnets has no level. */
type WithPermissions = Pick<Section, 'permissions'> & Partial<Pick<Section, 'id'>>;

export interface SubnetInSection {
  /** Without id and section, a key limited to sections or subnets has no level. */
  readonly subnet: Pick<Subnet, 'permissions'> & Partial<Pick<Subnet, 'id' | 'sectionId'>>;
  /** Not required if dependsOnMaps is false. */
  readonly section: WithPermissions | undefined;
  /** Ids of the subnet and its ancestors. Only required if dependsOnAncestors is true. */
  readonly above?: readonly number[] | undefined;
}

// perf(key): a copy of the subnet cost lists by key a third of their time
const locationOf = ({ id, sectionId }: SubnetInSection['subnet'], above: SubnetInSection['above']): SubnetLocation => ({
  id,
  sectionId,
  above,
});

const lower = (one: PermissionLevel, other: PermissionLevel): PermissionLevel => (one < other ? one : other);

export const levelInSection = (principal: Principal, section: WithPermissions): PermissionLevel =>
  levelWithin(principal, section, levelOfSections);

/** The level for creating subnets in a section. For keys, the `subnet` scope applies. */
export const levelAsParent = (principal: Principal, section: WithPermissions): PermissionLevel =>
  levelWithin(principal, section, levelOfSubnets);

function levelWithin(
  principal: Principal,
  { id, permissions }: WithPermissions,
  maxLevel: (scope: GrantedScope) => PermissionLevel,
): PermissionLevel {
  const { narrowed } = principal;
  if (!narrowed) return levelIn(permissions, principal);
  if (!reachesSection(narrowed.scope.reach, id)) return 0;
  return lower(levelIn(permissions, narrowed.owner), maxLevel(narrowed.scope));
}

export function levelInSubnet(principal: Principal, { subnet, section, above }: SubnetInSection): PermissionLevel {
  const { narrowed } = principal;
  const levelFor = (member: GroupMember) => levelOnSubnet(section?.permissions ?? null, subnet.permissions, member);
  if (!narrowed) return levelFor(principal);
  if (!reachesSubnet(narrowed.scope.reach, locationOf(subnet, above))) return 0;
  return lower(levelFor(narrowed.owner), levelOfSubnets(narrowed.scope));
}

/** The level on the requests of a subnet is the level on the subnet. For keys, the `request` scope applies. */
export function levelOnRequests(principal: Principal, { subnet, section, above }: SubnetInSection): PermissionLevel {
  const { narrowed } = principal;
  if (narrowed && !(narrowed.scope.rights.has('request:read') && reachesSubnet(narrowed.scope.reach, locationOf(subnet, above))))
    return 0;
  return levelOnSubnet(section?.permissions ?? null, subnet.permissions, ownerOf(principal));
}

/** @param userId the owner of the record, if any */
export const isOwnRecord = (principal: Principal, userId: number | null): boolean =>
  userId !== null && ownerOf(principal).userId === userId;

/** Whether a principal sees a record of a kind with owners (Kind.owner). @param level on the subnet */
export const showsOwned = (level: PermissionLevel, principal: Principal, userId: number | null): boolean =>
  level >= levels.writeAddresses || (shows(level) && isOwnRecord(principal, userId));

/** Requires that a key may allocate records of a type. @throws IpamError permission.denied */
export function requireAllocation(principal: Principal, record: 'address' | 'subnet'): void {
  if (!isInScope(principal, `${record}:allocate`)) throw new IpamError('permission.denied');
}

export const dependsOnAncestors = ({ narrowed }: Principal, subnet: Pick<Subnet, 'id' | 'sectionId'>): boolean =>
  narrowed !== undefined && needsAncestors(narrowed.scope.reach, subnet);

/** Whether a level permits reading the object. */
export const shows = (level: PermissionLevel): boolean => level >= levels.see;

/** Requires a level. @throws IpamError permission.denied; the error of `whenUnknown` if the level is below `see` */
export function requireLevel(level: PermissionLevel, needed: PermissionLevel, whenUnknown: () => IpamError): void {
  if (!shows(level)) throw whenUnknown();
  if (level < needed) throw new IpamError('permission.denied');
}

/** @throws IpamError permission.denied; the error of `whenUnknown` for a missing or hidden section */
export function requireSection(
  principal: Principal,
  section: Section | undefined,
  needed: PermissionLevel,
  whenUnknown: () => IpamError,
): Section {
  if (!section) throw whenUnknown();
  requireLevel(levelInSection(principal, section), needed, whenUnknown);
  return section;
}

/** Required level on the section of a new subnet: `change` at the top, `see` below a master. */
export const levelToAddSubnet = (master: Subnet | undefined): PermissionLevel => (master ? levels.see : levels.change);

/** Whether a principal is a key that is limited to sections or subnets. */
export const hasLimitedReach = ({ narrowed }: Principal): boolean => narrowed !== undefined && narrowed.scope.reach !== null;

/** Requires the right to create a section. A new section is outside of every limited reach. @throws IpamError permission.denied */
export function requireNewSection(principal: Principal, master: Section | undefined): void {
  if (hasLimitedReach(principal)) throw new IpamError('permission.denied');
  if (!master) requireTopLevel(principal);
}

/** Requires the right to create a top-level section. @throws IpamError permission.denied */
export function requireTopLevel(principal: Principal): void {
  const { narrowed } = principal;
  const isWithin = !narrowed || (narrowed.scope.reach === null && mayWrite(principal, 'section'));
  if (!isWithin || !ownerOf(principal).unrestricted) throw new IpamError('permission.denied');
}

/**
 * Whether the caller is an administrator, or an unrestricted program without a user. The permission of the application is not
 * checked. Without `enforceUserPermissions`, users are unrestricted but not administrators.
 */
export const isAdministrator = (principal: Administering, user: Pick<User, 'role'> | null): boolean =>
  (principal.narrowed?.owner ?? principal).unrestricted &&
  isInAdminScope(principal) &&
  (user === null || holdsRight(principal, user, 'administer'));

type Administering = Pick<Principal, 'unrestricted' | 'narrowed' | 'effective'>;

/** A key needs the scope `admin` for every administrative right. */
const isInAdminScope = ({ narrowed }: Administering): boolean => !narrowed || narrowed.scope.rights.has('admin');

const holdsRight = (principal: Administering, { role }: Pick<User, 'role'>, right: AdministrativeRight): boolean =>
  role === 'Administrator' || ((principal.narrowed?.owner ?? principal).effective?.rights.has(right) ?? false);

export const hasRight = (principal: Principal, user: Pick<User, 'role'> | null, right: AdministrativeRight): boolean =>
  isAdministrator(principal, user) || (user !== null && isInAdminScope(principal) && holdsRight(principal, user, right));

/** @throws IpamError permission.denied */
export function requireAdministrator(principal: Administering, user: Pick<User, 'role'> | null): void {
  if (!isAdministrator(principal, user)) throw new IpamError('permission.denied');
}

/** Keys also need the scope of the kind; without `kind`, scopes are not checked. @throws IpamError permission.denied */
export function requireInventoryRight(principal: Principal, kind?: ScopedRecord): void {
  const writesSome = openKindNames.some((each) => levelOnKind(principal, each) === 'write');
  if (!writesSome || (kind && !mayWrite(principal, kind))) throw new IpamError('permission.denied');
}

/** The conflicting network for an error message. Callers who may not see it get only the requested prefix. */
export const conflictSeenBy = (isVisible: boolean, conflict: Network, requested: Prefix): Network =>
  isVisible ? conflict : { ...conflict, prefix: requested, description: null };

interface Needs {
  readonly app: AppPermission;
  readonly inventoryRight?: true;
  readonly administrator?: true;
  readonly right?: AdministrativeRight;
}

/** All operation types. Use cases check levels on sections and subnets. Below level `see`, an object counts as unknown. */
const operations = {
  /** Authenticates. No user is required. */
  signIn: { app: 'read' },
  ownToken: { app: 'read' },
  ownKeys: { app: 'read' },
  /** Reads or changes the password, factors and sessions of the caller. */
  ownAccount: { app: 'read' },
  ownViews: { app: 'read' },
  /** Reads or writes imports of the caller. Rows are written with the permissions of the caller. */
  ownImports: { app: 'write' },
  /** Lists users. Requires only the permission of the application. */
  users: { app: 'admin' },
  /** Reads definitions, and records of kinds outside of sections. requireScope checks the level on the kind. */
  everyone: { app: 'read' },
  /** Reads sections, subnets or addresses that are visible to the caller. */
  see: { app: 'read' },
  /** Reads changes of objects that are visible to the caller. */
  changes: { app: 'read' },
  requestSpace: { app: 'write' },
  writeAddresses: { app: 'write' },
  change: { app: 'write' },
  /** Writes of records that belong to no section. */
  inventory: { app: 'write', inventoryRight: true },
  administer: { app: 'admin', administrator: true },
  manageUsers: { app: 'admin', administrator: true, right: 'users' },
  /** Reads the history of administration and sign-ins. */
  audit: { app: 'admin', administrator: true, right: 'history' },
  /** Takes effect immediately, outside of a unit of work. */
  attempt: { app: 'admin', administrator: true },
  /** Always refused. */
  nothing: { app: 'read' },
} as const satisfies Readonly<Record<string, Needs>>;

export type Operation = keyof typeof operations;

export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name);

export function lackingPermission(operation: Operation, app: App): AppPermission | undefined {
  const { app: needed } = operations[operation];
  return appAllows(app, needed) ? undefined : needed;
}

export const isForAdministrators = (operation: Operation): boolean => {
  const { administrator }: Needs = operations[operation];
  return administrator === true;
};

/** The caller: a user through an application, an application with its own credentials, or the service (neither). */
export interface Authorizable {
  readonly app: App | null;
  readonly user: Pick<User, 'role'> | null;
  readonly principal: Principal;
}

/** Application and user both need the right. */
export const mayAdminister = (caller: Authorizable): boolean => mayExercise(caller, 'administer');

/** Whether the caller has the right, through an application with permission `admin`. */
export const mayExercise = ({ app, user, principal }: Authorizable, right: AdministrativeRight): boolean =>
  (app === null || lackingPermission('administer', app) === undefined) && hasRight(principal, user, right);

/** Requires the rights of an operation that are independent of its objects. @throws IpamError permission.denied */
export function requireRight(operation: Operation, principal: Principal, user: Pick<User, 'role'> | null = null): void {
  const { inventoryRight, administrator, right = 'administer' }: Needs = operations[operation];
  if (inventoryRight) requireInventoryRight(principal);
  if (administrator && !hasRight(principal, user, right)) throw new IpamError('permission.denied');
}

/**
 * Requires the permissions of an operation that are independent of its objects. For administration, the error does not reveal
 * whether application or user lacks the right.
 * @param whenLacking creates the error for a missing permission of the application, outside of administration
 * @param need see requireScope; not required for administration, or if dependsOnRecords is false
 * @throws IpamError permission.denied, or the error of `whenLacking`
 */
export function requireOperation(
  operation: Operation,
  { app, user, principal }: Authorizable,
  whenLacking: (lacking: AppPermission) => Error,
  need?: ScopeNeed,
): void {
  const lacking = app ? lackingPermission(operation, app) : undefined;
  if (lacking) throw isForAdministrators(operation) ? new IpamError('permission.denied') : whenLacking(lacking);
  requireRight(operation, principal, user);
  if (!isForAdministrators(operation)) requireScope(principal, need);
}

/**
 * Refuses a key whose scope lacks one of the rights, and any principal that may not see a kind in the rights.
 * @param need the required rights; undefined: every key is refused
 * @throws IpamError permission.denied
 */
export function requireScope(principal: Principal, need: ScopeNeed | undefined): void {
  const { narrowed } = principal;
  if (narrowed && !allows(narrowed.scope, need)) throw new IpamError('permission.denied');
  for (const right of need ?? []) {
    const [record = ''] = right.split(':');
    if (hasKindLevel(record) && !seesKind(principal, record)) throw new IpamError('permission.denied');
  }
}
