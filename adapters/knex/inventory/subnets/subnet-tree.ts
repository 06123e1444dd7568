import type { Marker } from '../../sessions/prepared-statement.js';
import { sql } from '../../sessions/query.js';

/** Ids of some subnets and of everything below them. @param ids an array */
export const selfAndBelow = (ids: Marker) => sql`
  with recursive tree(id) as (
    select id from subnets where id = any(${ids}::integer[])
    union select s.id from subnets s join tree on s.master_subnet_id = tree.id
  )
  select id from tree`;

/** Ids of a subnet and of everything below it, with the number of steps down. */
export const depthsBelow = (id: Marker) => sql`
  with recursive tree(id, depth) as (
    select id, 0 from subnets where id = ${id}
    union all
    select s.id, tree.depth + 1 from subnets s join tree on s.master_subnet_id = tree.id
  ) cycle id set is_cycle using path
  select id, depth from tree where not is_cycle`;

/** Ids of a subnet and of everything above it, nearest first. */
export const selfAndAbove = (id: Marker) => sql`
  with recursive line(id, master, distance) as (
    select id, master_subnet_id, 0 from subnets where id = ${id}
    union all
    select s.id, s.master_subnet_id, line.distance + 1 from subnets s join line on s.id = line.master
  ) cycle id set is_cycle using path
  select id from line where not is_cycle order by distance`;
