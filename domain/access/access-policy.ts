import { isKindName, type KindName, kindNames } from '../catalog/kinds.js';
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
} from './key-scope.js';
import { isAtLeast, type KindLevel, levelSummary } from './kind-level.js';
import type { AdministrativeRight } from './role.js';
import type { InventoryRight, User } from './user.js';

/** Whose permissions are asked for: what a user, or an application without users, may do. */
export interface Principal {
  /** Whether it has every level on everything, and every right. */
  readonly unrestricted: boolean;
  /** Groups whose levels it has. */
  readonly groups: readonly number[];
  /** What it may do with what belongs to no section, where there is no level for each kind. */
  readonly inventory: InventoryRight;
  /** Levels by kind and rights of a user. */
  readonly effective?: EffectiveRights;
  /**
   * The rights of a key: those of its owner within a scope. The members above then give no right at all, so that code which does
   * not know of keys denies.
   */
  readonly narrowed?: { readonly owner: Principal; readonly scope: GrantedScope };
}

/** May do everything. */
export const unrestrictedPrincipal: Principal = { unrestricted: true, groups: [], inventory: 'write' };

/** May do nothing: who has not proved who it is. */
export const unauthenticatedPrincipal: Principal = { unrestricted: false, groups: [], inventory: 'none' };

/** What decides on the rights of users beside their records. */
export interface PrincipalTerms {
  readonly enforceUserPermissions: boolean;
  /** The rights of the user with those of roles; without it the user's own ones. */
  readonly effective?: EffectiveRights;
}

/** A user as principal: administrators may do everything, and so may all users of a service that does not enforce permissions. */
export function principalOf(
  user: RightsHolder & Pick<User, 'groups'>,
  { enforceUserPermissions, effective = effectiveRights(grantsOf(user)) }: PrincipalTerms,
): Principal {
  const unrestricted = effective.rights.has('administer') || !enforceUserPermissions;
  return { unrestricted, groups: user.groups, inventory: levelSummary(effective.levels), effective };
}

/** The rights of a key: those that its owner has and its scope grants. */
export const narrowedPrincipal = (owner: Principal, scope: GrantedScope): Principal => ({
  ...unauthenticatedPrincipal,
  narrowed: { owner, scope },
});

/** Whether a principal has a right as far as scopes decide: true for any that is not of a key. */
const isInScope = ({ narrowed }: Principal, right: ScopeRight): boolean => !narrowed || narrowed.scope.rights.has(right);

/** The principal whose groups and unrestricted access count before any scope: that of a key's owner. */
const ownerOf = (principal: Principal): Principal => principal.narrowed?.owner ?? principal;

/** A principal's level on the records of a kind, before any scope. */
function levelOnKind(principal: Principal, kind: KindName): KindLevel {
  const { unrestricted, effective, inventory } = ownerOf(principal);
  return unrestricted ? 'write' : (effective?.levels[kind] ?? inventory);
}

/** Whether the records of a kind are not hidden from a principal, or from the owner of a key whatever its scope. */
export const seesKind = (principal: Principal, kind: KindName): boolean => levelOnKind(principal, kind) !== 'none';

const hasLevel = (principal: Principal, record: ScopedRecord, needed: KindLevel): boolean =>
  !isKindName(record) || isAtLeast(levelOnKind(principal, record), needed);

/** Whether a principal may read records of a type at all. Sections, subnets and addresses have levels besides. */
export const mayRead = (principal: Principal, record: ScopedRecord): boolean =>
  isInScope(principal, `${record}:read`) && hasLevel(principal, record, 'read');

/** Whether a principal may write records of a type at all. Other rights count besides. */
export const mayWrite = (principal: Principal, record: ScopedRecord): boolean =>
  isInScope(principal, `${record}:write`) && hasLevel(principal, record, 'write');

/** Whether access to a route depends on the record types that it concerns. */
export function dependsOnRecords(principal: Principal): boolean {
  if (principal.narrowed) return true;
  return !principal.unrestricted && (principal.effective ? principal.effective.hidesKinds : principal.inventory === 'none');
}

/** Whether levels on objects depend on their permission maps. */
export const dependsOnMaps = (principal: Principal): boolean => !ownerOf(principal).unrestricted;

/** Records that a principal can see, as conditions for storages; all of them together. */
export interface Visibility {
  /** Whether nothing is visible. */
  readonly isNothing: boolean;
  /** Only where one of these groups has level 1 or more; null: everywhere. */
  readonly groups: readonly number[] | null;
  /** Only what lies in these sections, or is one of these subnets or below one; null: everywhere. */
  readonly reach: Reach | null;
}

/** The visibility of sections, subnets or addresses. @param viewer undefined: the service itself */
export function visibilityOf(viewer: Principal | undefined, object: 'section' | 'subnet' | 'address'): Visibility {
  if (!viewer) return { isNothing: false, groups: null, reach: null };
  const { unrestricted, groups } = ownerOf(viewer);
  const scope = viewer.narrowed?.scope;
  return {
    isNothing: scope !== undefined && hides(scope, object),
    groups: unrestricted ? null : groups,
    reach: scope?.reach ?? null,
  };
}

function hides(scope: GrantedScope, object: 'section' | 'subnet' | 'address'): boolean {
  if (object === 'section') return levelOfSections(scope) === 0;
  return object === 'address' ? !scope.rights.has('address:read') : levelOfSubnets(scope) === 0;
}

/** Level that shows an object, that lets its addresses be written, and that lets the object itself be changed. */
export const levels = { see: 1, writeAddresses: 2, change: 3 } as const satisfies Record<string, PermissionLevel>;

/** What decides on levels. */
type GroupMember = Pick<Principal, 'unrestricted' | 'groups'>;

/** Highest level that any of the principal's groups has in a map; 3 for an unrestricted principal. */
export function levelIn(map: PermissionMap | null, principal: GroupMember): PermissionLevel {
  if (principal.unrestricted) return 3;
  return principal.groups.reduce<PermissionLevel>((highest, group) => {
    const level = map?.get(group) ?? 0;
    return level > highest ? level : highest;
  }, 0);
}

/** Level on a subnet: none when the section gives none, else what the subnet's own map gives. */
export function levelOnSubnet(
  section: PermissionMap | null,
  subnet: PermissionMap | null,
  principal: GroupMember,
): PermissionLevel {
  return levelIn(section, principal) === 0 ? 0 : levelIn(subnet, principal);
}

/** A section as levels need it. Without an id a key that is limited to sections has no level. */
type WithPermissions = Pick<Section, 'permissions'> & Partial<Pick<Section, 'id'>>;

/** Where levels on subnets come from. */
export interface SubnetInSection {
  /** Without id and section a key that is limited to some has no level. */
  readonly subnet: Pick<Subnet, 'permissions'> & Partial<Pick<Subnet, 'id' | 'sectionId'>>;
  /** The subnet's section; it need not be read where dependsOnMaps is false. */
  readonly section: WithPermissions | undefined;
  /** Ids of the subnet and of everything above it; only needed where dependsOnAncestors says so. */
  readonly above?: readonly number[] | undefined;
}

const lower = (one: PermissionLevel, other: PermissionLevel): PermissionLevel => (one < other ? one : other);

/** A principal's level on a section. */
export function levelInSection(principal: Principal, section: WithPermissions): PermissionLevel {
  const { narrowed } = principal;
  if (!narrowed) return levelIn(section.permissions, principal);
  if (!reachesSection(narrowed.scope.reach, section.id)) return 0;
  return lower(levelIn(section.permissions, narrowed.owner), levelOfSections(narrowed.scope));
}

/** A principal's level on a section as the parent of subnets: of a key its scope for subnets counts. */
export function levelAsParent(principal: Principal, section: WithPermissions): PermissionLevel {
  const { narrowed } = principal;
  if (!narrowed) return levelIn(section.permissions, principal);
  if (!reachesSection(narrowed.scope.reach, section.id)) return 0;
  return lower(levelIn(section.permissions, narrowed.owner), levelOfSubnets(narrowed.scope));
}

/** A principal's level on a subnet. */
export function levelInSubnet(principal: Principal, { subnet, section, above }: SubnetInSection): PermissionLevel {
  const { narrowed } = principal;
  const levelFor = (member: GroupMember) => levelOnSubnet(section?.permissions ?? null, subnet.permissions, member);
  if (!narrowed) return levelFor(principal);
  if (!reachesSubnet(narrowed.scope.reach, { ...subnet, above })) return 0;
  return lower(levelFor(narrowed.owner), levelOfSubnets(narrowed.scope));
}

/** Whether the level on a subnet depends on the subnets above it. */
export const dependsOnAncestors = ({ narrowed }: Principal, subnet: Pick<Subnet, 'id' | 'sectionId'>): boolean =>
  narrowed !== undefined && needsAncestors(narrowed.scope.reach, subnet);

/** Whether a level shows the object at all. */
export const shows = (level: PermissionLevel): boolean => level >= levels.see;

/**
 * Lets nobody pass who has less than a level. Who may not even see the object is told what an unknown one would give.
 * @param whenUnknown makes the error for an object that is not there
 * @throws IpamError permission.denied, or the one made
 */
export function requireLevel(level: PermissionLevel, needed: PermissionLevel, whenUnknown: () => IpamError): void {
  if (!shows(level)) throw whenUnknown();
  if (level < needed) throw new IpamError('permission.denied');
}

/**
 * A section, for a principal with a level on it.
 * @throws IpamError permission.denied, or the one made when it is not there or not for this principal to see
 */
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

/** Level on its section that a subnet needs to come there: at the top it changes the section, below a master it only is seen. */
export const levelToAddSubnet = (master: Subnet | undefined): PermissionLevel => (master ? levels.see : levels.change);

/**
 * Lets only those pass who may create a section that lies in no other.
 * @throws IpamError permission.denied
 */
export function requireTopLevel(principal: Principal): void {
  const { narrowed } = principal;
  const isWithin = !narrowed || (narrowed.scope.reach === null && mayWrite(principal, 'section'));
  if (!isWithin || !ownerOf(principal).unrestricted) throw new IpamError('permission.denied');
}

/**
 * Whether somebody may set the service up, as far as the application lets it: administrators, and programs without a user that
 * may do everything. A service that does not enforce permissions lets all users do everything but this.
 */
export const isAdministrator = (principal: Administering, user: Pick<User, 'role'> | null): boolean =>
  (principal.narrowed?.owner ?? principal).unrestricted &&
  isInAdminScope(principal) &&
  (user === null || holdsRight(principal, user, 'administer'));

/** The part of a principal that decides on administration. */
type Administering = Pick<Principal, 'unrestricted' | 'narrowed' | 'effective'>;

/** A key needs the scope of administration for every administrative right. */
const isInAdminScope = ({ narrowed }: Administering): boolean => !narrowed || narrowed.scope.rights.has('admin');

const holdsRight = (principal: Administering, { role }: Pick<User, 'role'>, right: AdministrativeRight): boolean =>
  role === 'Administrator' || ((principal.narrowed?.owner ?? principal).effective?.rights.has(right) ?? false);

/** Whether a caller has an administrative right: by a role, or as an administrator. */
export const hasRight = (principal: Principal, user: Pick<User, 'role'> | null, right: AdministrativeRight): boolean =>
  isAdministrator(principal, user) || (user !== null && isInAdminScope(principal) && holdsRight(principal, user, right));

/**
 * Lets nobody pass but administrators.
 * @throws IpamError permission.denied
 */
export function requireAdministrator(principal: Administering, user: Pick<User, 'role'> | null): void {
  if (!isAdministrator(principal, user)) throw new IpamError('permission.denied');
}

/**
 * Lets nobody pass but who may write what belongs to no section: users whose inventory right is write, and the unrestricted; keys
 * whose scope has the kind.
 * @param kind of the records; without one only the owner of a key is looked at
 * @throws IpamError permission.denied
 */
export function requireInventoryRight(principal: Principal, kind?: ScopedRecord): void {
  const isPermitted = kind ? mayWrite(principal, kind) : kindNames.some((each) => levelOnKind(principal, each) === 'write');
  if (!isPermitted) throw new IpamError('permission.denied');
}

/**
 * A network that is in the way, as an error may name it: to who does not see it, it is but the place that was asked for.
 * @param place which is not free
 */
export const conflictSeenBy = (isSeen: boolean, obstacle: Network, place: Prefix): Network =>
  isSeen ? obstacle : { ...obstacle, prefix: place, description: null };

/** What one sort of operation needs before it begins. */
interface Needs {
  /** What the application must be allowed. */
  readonly app: AppPermission;
  /** Whether the principal needs the right to write what belongs to no section. */
  readonly inventoryRight?: true;
  /** Whether the caller must be one that may set the service up. */
  readonly administrator?: true;
  /** The administrative right that the caller needs. */
  readonly right?: AdministrativeRight;
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
  /** Shows or changes the keys of the user who asks. */
  ownKeys: { app: 'read' },
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
  /** Shows or changes users and groups. */
  manageUsers: { app: 'admin', administrator: true, right: 'users' },
  /** Shows the history of administration and sign-ins. */
  audit: { app: 'admin', administrator: true, right: 'history' },
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

/** Whether an operation is for administrators, or for holders of an administrative right. */
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
export const mayAdminister = (asker: Asker): boolean => mayExercise(asker, 'administer');

/** Whether somebody has an administrative right through an application that may administer. */
export const mayExercise = ({ app, user, principal }: Asker, right: AdministrativeRight): boolean =>
  (app === null || lackingPermission('administer', app) === undefined) && hasRight(principal, user, right);

/**
 * Lets nobody pass who lacks a right that an operation needs whatever it names.
 * @param user who asks, where a user does
 * @throws IpamError permission.denied
 */
export function requireRight(operation: Operation, principal: Principal, user: Pick<User, 'role'> | null = null): void {
  const { inventoryRight, administrator, right = 'administer' }: Needs = operations[operation];
  if (inventoryRight) requireInventoryRight(principal);
  if (administrator && !hasRight(principal, user, right)) throw new IpamError('permission.denied');
}

/**
 * Lets nobody pass who may not do an operation, whatever it names. What is for administrators is denied in the same way whether the
 * application may not or the user.
 * @param whenLacking makes the error for a permission that the application lacks for another operation
 * @param need the rights that a key needs, beside that of administration; undefined: no key may do it. Not asked for where
 * dependsOnRecords is false.
 * @throws IpamError permission.denied, or the one made
 */
export function requireOperation(
  operation: Operation,
  { app, user, principal }: Asker,
  whenLacking: (lacking: AppPermission) => Error,
  need?: ScopeNeed,
): void {
  const lacking = app ? lackingPermission(operation, app) : undefined;
  if (lacking) throw isForAdministrators(operation) ? new IpamError('permission.denied') : whenLacking(lacking);
  requireRight(operation, principal, user);
  if (!isForAdministrators(operation)) requireScope(principal, need);
}

/**
 * Lets no key pass whose scope lacks a right, and nobody from whom a kind is hidden that a right names.
 * @param need undefined: no key passes
 * @throws IpamError permission.denied
 */
export function requireScope(principal: Principal, need: ScopeNeed | undefined): void {
  const { narrowed } = principal;
  if (narrowed && !allows(narrowed.scope, need)) throw new IpamError('permission.denied');
  for (const right of need ?? []) {
    const [record = ''] = right.split(':');
    if (isKindName(record) && !seesKind(principal, record)) throw new IpamError('permission.denied');
  }
}
