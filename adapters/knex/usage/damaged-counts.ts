import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import { isStoredTags, isStoredVector } from './share-vector.js';
import { lockUsage } from './usage-statements.js';

const slice = 1000;

interface CountsRow {
  readonly id: number;
  readonly addresses: unknown;
  readonly children: unknown;
  readonly reported: unknown;
  /** Whether the column is SQL null, not a JSON null. */
  readonly isUnreported: boolean;
}

/** Subnets with unreadable usage counts, ascending. @param repair clears the counts, so that they are computed like others */
export async function* damagedCounts(session: Session, repair: boolean): AsyncGenerator<number, void, undefined> {
  for (let after = 0, more = true; more; ) {
    const rows = await session.rows<CountsRow>(nextRows(after));
    more = rows.length > 0;
    after = rows.at(-1)?.id ?? after;
    const ids = rows.filter(isDamaged).map(({ id }) => id);
    if (repair && ids.length > 0) await empty(session, ids);
    yield* ids;
  }
}

const nextRows = (after: number) =>
  knex('usage_counts')
    .select({ id: 'subnet_id' }, 'addresses', 'children', 'reported', sql`reported is null as "isUnreported"`)
    .where('subnet_id', '>', after)
    .orderBy('subnet_id')
    .limit(slice);

const isDamaged = ({ addresses, children, reported, isUnreported }: CountsRow): boolean =>
  !isStoredTags(addresses) || !isStoredVector(children) || !(isUnreported || isStoredVector(reported));

const empty = (session: Session, ids: readonly number[]): Promise<void> =>
  session.transact(async (transaction) => {
    await transaction.lock('usage', lockUsage);
    const nothing = { addresses: '[]', children: '{}', is_gathered: false, reported_to: null, reported: null, used: 0, size: 0 };
    await transaction.rows(knex('usage_counts').whereIn('subnet_id', ids).update(nothing));
  });
