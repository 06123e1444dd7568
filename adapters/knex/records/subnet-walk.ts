import { chunksOf } from '../../../application/listing.js';
import type { Session } from '../sessions/session.js';
import { prepared, sql } from '../sessions/sql.js';

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
