import { type OpenKind, openKindNames } from '../catalog/kinds.js';
import type { PermissionLevel, PermissionMap } from '../fields/permission-map.js';
import {
  type Authorizable,
  hasRight,
  levelIn,
  levelOnSubnet,
  mayRead,
  mayWrite,
  type Principal,
  principalOf,
} from './access-policy.js';
import { effectiveRights, type Grant, grantsOf, originOfLevel, originOfRight, type RoleSource } from './effective-rights.js';
import { isAtLeast, type KindLevel } from './kind-level.js';
import { type AdministrativeRight, type RoleRight, roleRights } from './role.js';
import type { Group, User } from './user.js';

export interface PermissionExplanation {
  /** none, read or write for a kind; 0 to 3 for a section or subnet; none or granted for a right. */
  readonly level: string;
  readonly allowed: readonly string[];
  readonly rule: string;
}

export interface ExplainedUser {
  readonly user: User;
  readonly source: RoleSource & { readonly groups: readonly Group[] };
  readonly enforceUserPermissions: boolean;
}

/** A section or subnet. `called` is its display name: `section Customers`. */
export interface PermissionSource {
  readonly called: string;
  readonly permissions: PermissionMap | null;
}

const nothing = (rule: string, level: string): PermissionExplanation => ({ level, allowed: [], rule });

const disabled = 'the user is disabled';

function ruleOfEverything(grants: readonly Grant[], enforceUserPermissions: boolean): string | undefined {
  const administrator = originOfRight(grants, 'administer');
  return administrator ?? (enforceUserPermissions ? undefined : 'setting enforceUserPermissions is false');
}

export function explainKind({ user, source, enforceUserPermissions }: ExplainedUser, kind: OpenKind): PermissionExplanation {
  if (user.disabled) return nothing(disabled, 'none');
  const grants = grantsOf(user, source);
  const everything = ruleOfEverything(grants, enforceUserPermissions);
  const level = everything === undefined ? effectiveRights(grants).levels[kind] : 'write';
  const allowed = (['read', 'write'] as const).filter((needed) => isAtLeast(level, needed));
  return { level, allowed, rule: everything ?? originOfLevel(grants, kind) };
}

export function explainRight({ user, source }: ExplainedUser, right: RoleRight): PermissionExplanation {
  if (user.disabled) return nothing(disabled, 'none');
  const rule = originOfRight(grantsOf(user, source), right);
  return rule === undefined ? nothing(`no role with the right ${right}`, 'none') : { level: 'granted', allowed: [right], rule };
}

/** Permitted actions by level, from level 1. */
const onSection = [['read'], ['read'], ['read', 'change', 'create subnets at the top']] as const;
const onSubnet = [
  ['read'],
  ['read', 'write addresses'],
  ['read', 'write addresses', 'change', 'resize', 'split', 'delete'],
] as const;

export const explainSection = (explained: ExplainedUser, section: PermissionSource): PermissionExplanation =>
  explainPosition(explained, section, onSection, (principal) => levelIn(section.permissions, principal));

/** The level is 0 without a level on the section. */
export function explainSubnet(
  explained: ExplainedUser,
  section: PermissionSource,
  subnet: PermissionSource,
): PermissionExplanation {
  const { user } = explained;
  const isHidden = levelIn(section.permissions, { unrestricted: false, groups: user.groups }) === 0;
  return explainPosition(explained, isHidden ? section : subnet, onSubnet, (principal) =>
    levelOnSubnet(section.permissions, subnet.permissions, principal),
  );
}

function explainPosition(
  { user, source, enforceUserPermissions }: ExplainedUser,
  position: PermissionSource,
  allowed: readonly (readonly string[])[],
  levelOf: (principal: Principal) => PermissionLevel,
): PermissionExplanation {
  if (user.disabled) return nothing(disabled, '0');
  const grants = grantsOf(user, source);
  const level = levelOf(principalOf(user, { enforceUserPermissions, effective: effectiveRights(grants) }));
  return {
    level: String(level),
    allowed: allowed[level - 1] ?? [],
    rule: ruleOfEverything(grants, enforceUserPermissions) ?? ruleOfMap(user, source.groups, position, level),
  };
}

function ruleOfMap(
  user: User,
  groups: readonly Group[],
  { called, permissions }: PermissionSource,
  level: PermissionLevel,
): string {
  const giver = groups.find(({ id }) => user.groups.includes(id) && level > 0 && permissions?.get(id) === level);
  return giver ? `level ${level} of group ${giver.name} on ${called}` : `no group of the user has a level on ${called}`;
}

/** `rule` is the source of a level or right. */
export interface OwnRights {
  readonly levels: readonly { readonly kind: OpenKind; readonly level: KindLevel; readonly rule: string }[];
  readonly rights: readonly { readonly right: AdministrativeRight; readonly rule: string }[];
}

/** @param grants of the user; empty for an application without users */
export function explainOwnRights({ principal, user }: Authorizable, grants: readonly Grant[]): OwnRights {
  const { unrestricted } = principal.narrowed?.owner ?? principal;
  const ofUser = grants.length === 0 ? 'permission of the application' : ruleOfEverything(grants, false);
  const everything = unrestricted ? ofUser : undefined;
  const levels = openKindNames.map((kind) => {
    const level = levelOn(principal, kind);
    const isNarrowed = principal.narrowed !== undefined && level !== levelOn(principal.narrowed.owner, kind);
    return { kind, level, rule: isNarrowed ? 'scope of the key' : (everything ?? originOfLevel(grants, kind)) };
  });
  const rights = ([...roleRights, 'administer'] as const).flatMap((right) => {
    const rule = originOfRight(grants, right) ?? everything;
    return hasRight(principal, user, right) && rule !== undefined ? [{ right, rule }] : [];
  });
  return { levels, rights };
}

const levelOn = (principal: Principal, kind: OpenKind): KindLevel =>
  mayWrite(principal, kind) ? 'write' : mayRead(principal, kind) ? 'read' : 'none';
