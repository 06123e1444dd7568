/** Ids of some subnets and of everything below them; takes an array of ids. */
export const selfAndBelow = `
  with recursive tree(id) as (
    select id from subnets where id = any(?::integer[]) union select s.id from subnets s join tree on s.master_subnet_id = tree.id
  )
  select id from tree`;

/** Ids of a subnet and of everything below it, with the number of steps down; takes an id. */
export const depthsBelow = `
  with recursive tree(id, depth) as (
    select id, 0 from subnets where id = ?
    union all
    select s.id, tree.depth + 1 from subnets s join tree on s.master_subnet_id = tree.id
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
