import { knex, type Marker, sql } from '../sessions/sql.js';

/**
 * Pairs each `id` of a query with each direct child (`child`) of that subnet, by one lookup for each `id`. A join might scan all
 * subnets.
 */
export const withChildren = (query: 'tree' | 'doomed' | 'gone') =>
  knex.raw(`${query} cross join lateral (select id from subnets where master_subnet_id = ${query}.id offset 0) child`);

/** @param ids an array */
export const selfAndBelow = (ids: Marker) => sql`
  with recursive tree(id) as (
    select id from subnets where id = any(${ids}::integer[])
    union select child.id from ${withChildren('tree')}
  )
  select id from tree`;

/** Ids of a subnet and its descendants, with their depth. */
export const depthsBelow = (id: Marker) => sql`
  with recursive tree(id, depth) as (
    select id, 0 from subnets where id = ${id}
    union all
    select child.id, tree.depth + 1 from ${withChildren('tree')}
  ) cycle id set is_cycle using path
  select id, depth from tree where not is_cycle`;

/** Ids of a subnet and its ancestors, from the subnet upwards. */
export const selfAndAbove = (id: Marker) => sql`
  with recursive line(id, master, distance) as (
    select id, master_subnet_id, 0 from subnets where id = ${id}
    union all
    select s.id, s.master_subnet_id, line.distance + 1 from subnets s join line on s.id = line.master
  ) cycle id set is_cycle using path
  select id from line where not is_cycle order by distance`;
