/**
 * Statements over the tree of subnets. Each step is a lookup of its own, in the order of an index: a planner that joins the
 * whole table reads all of it for the sake of one small tree as soon as one subnet has most of the children.
 */
const children =
  'cross join lateral (select id from subnets where master_subnet_id = tree.id order by master_subnet_id, network, id offset 0) child';

/** Ids of some subnets and of everything below them; takes an array of ids. */
export const selfAndBelow = `
  with recursive tree(id) as (
    select id from subnets where id = any(?::integer[]) union select child.id from tree ${children}
  )
  select id from tree`;

/** Ids of a subnet and of everything below it, with the number of steps down; takes an id. */
export const depthsBelow = `
  with recursive tree(id, depth) as (
    select id, 0 from subnets where id = ? union all select child.id, tree.depth + 1 from tree ${children}
  ) cycle id set is_cycle using path
  select id, depth from tree where not is_cycle`;

/** Ids of a subnet and of everything above it, nearest first; takes an id. */
export const selfAndAbove = `
  with recursive line(id, master, distance) as (
    select id, master_subnet_id, 0 from subnets where id = ?
    union all
    select s.id, s.master_subnet_id, line.distance + 1 from subnets s join line on s.id = line.master
  ) cycle id set is_cycle using path
  select id from line where not is_cycle order by distance`;
