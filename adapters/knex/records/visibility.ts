import { levels, type Principal, type Visibility, visibilityOf } from '../../../domain/access/access-policy.js';
import type { Reach } from '../../../domain/access/key-scope.js';
import { isKindName, type KindWithin, kindOf } from '../../../domain/catalog/kinds.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { snakeCase } from '../names.js';
import { knex, type Marker, sql } from '../sessions/sql.js';
import { type Building, type Condition, condition, fixed } from './condition.js';
import { selfAndBelow } from './subnet-tree.js';

const restrictTo = (query: Building, map: string, groups: Marker, level: PermissionLevel = levels.see): Building =>
  query.whereExists(
    knex
      .select(knex.raw('1'))
      .from(knex.raw('jsonb_array_elements(??) pair(value)', [map]))
      .whereRaw('(pair.value->>0)::integer = any(?::integer[])', [groups])
      .whereRaw(`(pair.value->>1)::integer >= ${level}`),
  );

interface ReachMarkers {
  readonly reachedSections: Marker;
  readonly reachedSubnets: Marker;
}

interface Restriction {
  readonly form: string;
  readonly byGroups: (query: Building, groups: Marker) => Building;
  readonly byReach: (query: Building, reach: ReachMarkers) => Building;
  /**
   * Restricts to records that the user `own` owns, or that are in subnets with write permission for one of the groups `writers`.
   */
  readonly byOwner?: (query: Building, input: { readonly own: Marker; readonly writers: Marker }) => Building;
}

const conditionsOf = (
  { isNothing, groups, reach, ownOf }: Visibility,
  { form, byGroups, byReach, byOwner }: Restriction,
): Condition[] =>
  isNothing
    ? [fixed('nothing', (query) => query.whereRaw('false'))]
    : [
        ...(groups ? [condition(form, { groups: [...groups] }, (query, markers) => byGroups(query, markers.groups))] : []),
        ...(groups && byOwner && ownOf !== undefined
          ? [condition(`owned ${form}`, { own: ownOf, writers: [...groups] }, byOwner)]
          : []),
        ...(reach ? [condition(`reached ${form}`, parametersOf(reach), byReach)] : []),
      ];

const parametersOf = ({ sections, subnets }: Reach) => ({ reachedSections: [...sections], reachedSubnets: [...subnets] });

const restrictSubnets = (query: Building, alias: string, groups: Marker): Building =>
  restrictTo(query, `${alias}.permissions`, groups).whereExists(
    restrictTo(
      knex({ home: 'sections' })
        .select(knex.raw('1'))
        .where('home.id', knex.ref(`${alias}.section_id`)),
      'home.permissions',
      groups,
    ),
  );

/** Restricts to subnets `alias` in some sections, and to some subnets with their descendants. */
const restrictToReach = (query: Building, alias: string, { reachedSections, reachedSubnets }: ReachMarkers): Building =>
  query.where((either) =>
    either
      .whereRaw('?? = any(?::integer[])', [`${alias}.section_id`, reachedSections])
      .orWhere(`${alias}.id`, 'in', sql`(${selfAndBelow(reachedSubnets)})`),
  );

const ofSubnets = (form: string, alias: string): Restriction => ({
  form,
  byGroups: (query, groups) => restrictSubnets(query, alias, groups),
  byReach: (query, reach) => restrictToReach(query, alias, reach),
});

const subnetOfAddress = (): Building =>
  knex({ place: 'subnets' }).select(knex.raw('1')).where('place.id', knex.ref('t.subnet_id'));

export const visibleSections = (viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, 'section'), {
    form: 'visible section',
    byGroups: (query, groups) => restrictTo(query, 't.permissions', groups),
    byReach: (query, { reachedSections }) => query.whereRaw('t.id = any(?::integer[])', [reachedSections]),
  });

/** Conditions on the subnets `t` visible to a principal: the section and the subnet must be visible. */
export const visibleSubnets = (viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, 'subnet'), ofSubnets('visible subnet', 't'));

/** Conditions like visibleSubnets on the parents `m`. Combine only conditions of the same viewer. */
export const visibleMasters = (viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, 'subnet'), ofSubnets('visible master', 'm'));

const byOwner =
  (column: string): NonNullable<Restriction['byOwner']> =>
  (query, { own, writers }) =>
    query.where((either) =>
      either
        .whereRaw('?? = ?::integer', [`t.${column}`, own])
        .orWhere((written) =>
          written.whereExists(restrictTo(subnetOfAddress(), 'place.permissions', writers, levels.writeAddresses)),
        ),
    );

const ownerColumn = (object: 'address' | KindWithin): string | undefined => {
  const owner = isKindName(object) ? kindOf(object).owner : undefined;
  return owner === undefined ? undefined : snakeCase(owner);
};

export const visibleAddresses = (viewer: Principal | undefined): Condition[] => visibleWithin('address', viewer);

/** Condition on records `t` with a column subnet_id that are visible to a principal. */
export const visibleWithin = (object: 'address' | KindWithin, viewer: Principal | undefined): Condition[] => {
  const column = ownerColumn(object);
  return conditionsOf(visibilityOf(viewer, object), {
    form: `visible ${object}`,
    byGroups: (query, groups) => query.whereExists(restrictSubnets(subnetOfAddress(), 'place', groups)),
    byReach: (query, reach) => query.whereExists(restrictToReach(subnetOfAddress(), 'place', reach)),
    ...(column === undefined ? {} : { byOwner: byOwner(column) }),
  });
};
