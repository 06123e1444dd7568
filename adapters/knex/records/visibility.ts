import { type Principal, type Visibility, visibilityOf } from '../../../domain/access/access-policy.js';
import type { Reach } from '../../../domain/access/key-scope.js';
import type { KindWithin } from '../../../domain/catalog/kinds.js';
import type { Marker } from '../sessions/prepared-statement.js';
import { knex, sql } from '../sessions/query.js';
import { type Building, type Condition, condition, fixed } from './condition.js';
import { selfAndBelow } from './subnet-tree.js';

/** Restricts a query to permission maps with at least level 1 for one of the groups. */
const restrictTo = (query: Building, map: string, groups: Marker): Building =>
  query.whereExists(
    knex
      .select(knex.raw('1'))
      .from(knex.raw('jsonb_array_elements(??) pair(value)', [map]))
      .whereRaw('(pair.value->>0)::integer = any(?::integer[])', [groups])
      .whereRaw('(pair.value->>1)::integer >= 1'),
  );

/** The sections and subnets of a reach, as parameters of a query. */
interface ReachMarkers {
  readonly reachedSections: Marker;
  readonly reachedSubnets: Marker;
}

/** How a query is restricted by each part of what a principal sees. */
interface Restriction {
  readonly form: string;
  readonly byGroups: (query: Building, groups: Marker) => Building;
  readonly byReach: (query: Building, reach: ReachMarkers) => Building;
}

const conditionsOf = ({ isNothing, groups, reach }: Visibility, { form, byGroups, byReach }: Restriction): Condition[] =>
  isNothing
    ? [fixed('nothing', (query) => query.whereRaw('false'))]
    : [
        ...(groups ? [condition(form, { groups: [...groups] }, (query, given) => byGroups(query, given.groups))] : []),
        ...(reach ? [condition(`reached ${form}`, parametersOf(reach), byReach)] : []),
      ];

const parametersOf = ({ sections, subnets }: Reach) => ({ reachedSections: [...sections], reachedSubnets: [...subnets] });

/** Restricts to visible subnets `alias` in visible sections. */
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

/** Restricts to subnets `alias` in some sections, and to some subnets with everything below them. */
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

/** True for the subnets `t` that a principal sees: both the section and the subnet are visible. */
export const visibleSubnets = (viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, 'subnet'), ofSubnets('visible subnet', 't'));

/** As visibleSubnets, for the subnets `m` above; combine only conditions of the same viewer. */
export const visibleMasters = (viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, 'subnet'), ofSubnets('visible master', 'm'));

export const visibleAddresses = (viewer: Principal | undefined): Condition[] => visibleWithin('address', viewer);

/** True for the records `t` with a column subnet_id that a principal sees. */
export const visibleWithin = (object: 'address' | KindWithin, viewer: Principal | undefined): Condition[] =>
  conditionsOf(visibilityOf(viewer, object), {
    form: `visible ${object}`,
    byGroups: (query, groups) => query.whereExists(restrictSubnets(subnetOfAddress(), 'place', groups)),
    byReach: (query, reach) => query.whereExists(restrictToReach(subnetOfAddress(), 'place', reach)),
  });
