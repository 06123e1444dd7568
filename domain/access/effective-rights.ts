import { type OpenKind, openKindNames } from '../catalog/kinds.js';
import {
  exceptionFor,
  hasKindLevel,
  higherLevel,
  isAtLeast,
  type KindLevels,
  type LevelDefinition,
  levelsByKind,
  ofEachOpenKind,
} from './kind-level.js';
import { type AdministrativeRight, administratorRole, findRole, isRoleRight, type RoleDefinition, roleRights } from './role.js';
import type { Group, User } from './user.js';

/** Rights outside of sections and subnets. */
export interface EffectiveRights {
  readonly levels: KindLevels;
  readonly rights: ReadonlySet<AdministrativeRight>;
  readonly hidesKinds: boolean;
}

/** Levels and rights from one source. */
export interface Grant extends Pick<EffectiveRights, 'levels' | 'rights'> {
  /** The source of a level or right as text: `role Operator of group NOC`. */
  readonly originOf: (subject: OpenKind | AdministrativeRight) => string;
}

/** Without `roles`, only the levels of the user apply. */
export type RightsHolder = Pick<User, 'role' | 'inventory'> & Partial<Pick<User, 'levels' | 'roles' | 'groups'>>;

export interface RoleSource {
  readonly groups: readonly Pick<Group, 'id' | 'name' | 'roles'>[];
  readonly roles: readonly RoleDefinition[];
}

const none: RoleSource = { groups: [], roles: [] };
const all: ReadonlySet<AdministrativeRight> = new Set([...roleRights, 'administer']);
const noRights: ReadonlySet<AdministrativeRight> = new Set();

/** The grants of a user: own levels and roles, then the roles of its groups. Unknown roles are ignored. */
export function grantsOf(user: RightsHolder, { groups, roles }: RoleSource = none): Grant[] {
  const grantsOfRoles = (names: readonly string[], of: string) =>
    names.flatMap((name) => {
      const role = findRole(roles, name);
      return role ? [roleGrant(role, of)] : [];
    });
  const own = user.role === 'Administrator' ? [administratorGrant] : [];
  const ofGroups = groups.filter(({ id }) => user.groups?.includes(id));
  return [
    ...own,
    levelGrant(user),
    ...grantsOfRoles(user.roles ?? [], 'the user'),
    ...ofGroups.flatMap((group) => grantsOfRoles(group.roles, `group ${group.name}`)),
  ];
}

const administratorGrant: Grant = {
  levels: levelsByKind({ inventory: 'write' }),
  rights: all,
  originOf: () => `role ${administratorRole} of the user`,
};

const levelGrant = (levels: LevelDefinition): Grant => ({
  levels: levelsByKind(levels),
  rights: noRights,
  originOf: (subject) => {
    const level = hasKindLevel(subject) ? exceptionFor(levels.levels ?? [], subject) : undefined;
    return level === undefined ? `inventory ${levels.inventory} of the user` : `level ${subject}:${level} of the user`;
  },
});

function roleGrant(role: RoleDefinition, of: string): Grant {
  const rights = role.name === administratorRole ? all : new Set(role.rights.filter(isRoleRight));
  return { levels: levelsByKind(role), rights, originOf: () => `role ${role.name} of ${of}` };
}

/** Combines grants: the highest level of each kind, and all rights. */
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

export const includesRights = (mine: EffectiveRights, others: EffectiveRights): boolean =>
  openKindNames.every((kind) => isAtLeast(mine.levels[kind], others.levels[kind])) &&
  [...others.rights].every((right) => mine.rights.has(right));

/** Text of the first grant with the effective level of the kind. */
export function originOfLevel(grants: readonly Grant[], kind: OpenKind): string {
  const { levels } = effectiveRights(grants);
  return grants.find((grant) => grant.levels[kind] === levels[kind])?.originOf(kind) ?? 'no grant';
}

/** Text of the first grant with the right; undefined without the right. */
export const originOfRight = (grants: readonly Grant[], right: AdministrativeRight): string | undefined =>
  grants.find(({ rights }) => rights.has(right))?.originOf(right);
