import { chunksOf } from '../../../application/listing.js';
import type { Session } from '../sessions/session.js';
import { knex, type Marker, prepared, sql } from '../sessions/sql.js';

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

/** Maximum number of parents, and of children, in one statement. Other statements wait for the connection. */
const mastersAtOnce = 500;
const childrenAtOnce = 5000;

const children = prepared<{ masters: readonly number[]; after: number }, { readonly ids: readonly number[] }>(
  'children_of_subnets',
  ({ masters, after }) => sql`
  select array(
    select child.id from unnest(${masters}::integer[]) master(id)
    cross join lateral (select id from subnets where master_subnet_id = master.id and id > ${after}::integer offset 0) child
    order by child.id limit ${childrenAtOnce}
  ) as ids`,
);

interface Level {
  readonly depth: number;
  readonly ids: readonly number[];
}

/** Yields the ids of descendants, level by level and chunk by chunk, without `top`; each subnet appears once. */
export async function* idsBelow(session: Session, top: readonly number[]): AsyncGenerator<Level, void, undefined> {
  const seen = new Set(top);
  let masters = [...seen];
  for (let depth = 1; masters.length > 0; depth++) {
    const level: number[] = [];
    for (const some of chunksOf(masters, mastersAtOnce)) {
      for await (const ids of childrenOf(session, some)) {
        const fresh = ids.filter((id) => !seen.has(id));
        for (const id of fresh) {
          seen.add(id);
          level.push(id);
        }
        yield { depth, ids: fresh };
      }
    }
    masters = level;
  }
}

async function* childrenOf(session: Session, masters: readonly number[]): AsyncGenerator<readonly number[], void, undefined> {
  for (let after = 0, more = true; more; ) {
    const [row] = await session.prepared(children, { masters, after });
    const ids = row?.ids ?? [];
    yield ids;
    more = ids.length === childrenAtOnce;
    after = ids.at(-1) ?? after;
  }
}
