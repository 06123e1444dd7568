import type { Principal } from '../../../domain/access/access-policy.js';
import type { Marker } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import { type Building, type Condition, condition } from './condition.js';

/** Restricts a query to permission maps with at least level 1 for one of the groups. */
const restrictTo = (query: Building, map: string, groups: Marker): Building =>
  query.whereExists(
    knex
      .select(knex.raw('1'))
      .from(knex.raw('jsonb_array_elements(??) pair(value)', [map]))
      .whereRaw('(pair.value->>0)::integer = any(?::integer[])', [groups])
      .whereRaw('(pair.value->>1)::integer >= 1'),
  );

const conditionOf = (
  viewer: Principal | undefined,
  form: string,
  apply: (query: Building, groups: Marker) => Building,
): Condition[] =>
  !viewer || viewer.unrestricted
    ? []
    : [condition(form, { groups: [...viewer.groups] }, (query, { groups }) => apply(query, groups))];

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

export const visibleSections = (viewer: Principal | undefined): Condition[] =>
  conditionOf(viewer, 'visible section', (query, groups) => restrictTo(query, 't.permissions', groups));

/** True for the subnets `t` that a principal sees: both the section and the subnet are visible. */
export const visibleSubnets = (viewer: Principal | undefined): Condition[] =>
  conditionOf(viewer, 'visible subnet', (query, groups) => restrictSubnets(query, 't', groups));

/** As visibleSubnets, for the subnets `m` above; combine only conditions of the same viewer. */
export const visibleMasters = (viewer: Principal | undefined): Condition[] =>
  conditionOf(viewer, 'visible master', (query, groups) => restrictSubnets(query, 'm', groups));

export const visibleAddresses = (viewer: Principal | undefined): Condition[] =>
  conditionOf(viewer, 'visible address', (query, groups) =>
    query.whereExists(
      restrictSubnets(
        knex({ place: 'subnets' }).select(knex.raw('1')).where('place.id', knex.ref('t.subnet_id')),
        'place',
        groups,
      ),
    ),
  );
