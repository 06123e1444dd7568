import { type OpenKind, openKindNames } from '../catalog/kinds.js';
import {
  exceptionFor,
  type GivenLevels,
  hasKindLevel,
  higherLevel,
  isAtLeast,
  type KindLevels,
  levelsByKind,
  ofEachOpenKind,
} from './kind-level.js';
import { type AdministrativeRight, administratorRole, isRoleRight, type RoleDefinition, roleNamed, roleRights } from './role.js';
import type { Group, User } from './user.js';

/** Rights that do not depend on sections and subnets. */
export interface EffectiveRights {
  readonly levels: KindLevels;
  readonly rights: ReadonlySet<AdministrativeRight>;
  /** Whether a kind is hidden. */
  readonly hidesKinds: boolean;
}

/** One origin of rights. */
export interface Grant extends Pick<EffectiveRights, 'levels' | 'rights'> {
  /** What gives a kind its level, or a right: `role Operator of group NOC`. */
  readonly originOf: (subject: OpenKind | AdministrativeRight) => string;
}

/** A user as rights need it. Without roles it has its own levels alone. */
export type RightsHolder = Pick<User, 'role' | 'inventory'> & Partial<Pick<User, 'levels' | 'roles' | 'groups'>>;

/** Where roles are found. */
export interface RoleSource {
  readonly groups: readonly Pick<Group, 'id' | 'name' | 'roles'>[];
  readonly roles: readonly RoleDefinition[];
}

const none: RoleSource = { groups: [], roles: [] };
const all: ReadonlySet<AdministrativeRight> = new Set([...roleRights, 'administer']);
const noRights: ReadonlySet<AdministrativeRight> = new Set();

/** Everything that gives a user rights: own levels and roles, then the roles of groups. A role that is not there gives none. */
export function grantsOf(user: RightsHolder, { groups, roles }: RoleSource = none): Grant[] {
  const given = (names: readonly string[], of: string) =>
    names.flatMap((name) => {
      const role = roleNamed(roles, name);
      return role ? [roleGrant(role, of)] : [];
    });
  const own = user.role === 'Administrator' ? [administratorGrant] : [];
  const ofGroups = groups.filter(({ id }) => user.groups?.includes(id));
  return [
    ...own,
    levelGrant(user),
    ...given(user.roles ?? [], 'the user'),
    ...ofGroups.flatMap((group) => given(group.roles, `group ${group.name}`)),
  ];
}

const administratorGrant: Grant = {
  levels: levelsByKind({ inventory: 'write' }),
  rights: all,
  originOf: () => `role ${administratorRole} of the user`,
};

const levelGrant = (given: GivenLevels): Grant => ({
  levels: levelsByKind(given),
  rights: noRights,
  originOf: (subject) => {
    const level = hasKindLevel(subject) ? exceptionFor(given.levels ?? [], subject) : undefined;
    return level === undefined ? `inventory ${given.inventory} of the user` : `level ${subject}:${level} of the user`;
  },
});

function roleGrant(role: RoleDefinition, of: string): Grant {
  const rights = role.name === administratorRole ? all : new Set(role.rights.filter(isRoleRight));
  return { levels: levelsByKind(role), rights, originOf: () => `role ${role.name} of ${of}` };
}

/** The highest level of each kind, and all rights. */
export function effectiveRights(grants: readonly Grant[]): EffectiveRights {
  const [only] = grants;
  const levels =
    only && grants.length === 1
      ? only.levels
      : ofEachOpenKind((kind) => grants.map((grant) => grant.levels[kind]).reduce(higherLevel, 'none'));
  return {
    levels,
    rights: new Set(grants.flatMap(({ rights }) => [...rights])),
    hidesKinds: openKindNames.some((kind) => levels[kind] === 'none'),
  };
}

/** Whether rights include others: no level is higher there, and no right is missing here. */
export const includesRights = (mine: EffectiveRights, others: EffectiveRights): boolean =>
  openKindNames.every((kind) => isAtLeast(mine.levels[kind], others.levels[kind])) &&
  [...others.rights].every((right) => mine.rights.has(right));

/** The first of the grants that give a kind its level. */
export function originOfLevel(grants: readonly Grant[], kind: OpenKind): string {
  const { levels } = effectiveRights(grants);
  return grants.find((grant) => grant.levels[kind] === levels[kind])?.originOf(kind) ?? 'no grant';
}

/** The first of the grants that give a right; undefined without one. */
export const originOfRight = (grants: readonly Grant[], right: AdministrativeRight): string | undefined =>
  grants.find(({ rights }) => rights.has(right))?.originOf(right);
