import type { Knex } from 'knex';
import { checkCatalog } from '../../application/catalog/catalog-check.js';
import type { Finding } from '../../application/ports/consistency.js';
import { FreeAddresses } from './free-space/free-addresses.js';
import { FreeBlocks } from './free-space/free-blocks.js';
import { settingsIn } from './identity/administered-repositories.js';
import { catalogIn } from './inventory/catalog-repository.js';
import { type RowCheck, recordChecks, ringChecks } from './record-checks.js';
import { idWindows } from './records/id-windows.js';
import { lastWithin } from './records/network-conditions.js';
import type { Session } from './sessions/session.js';
import { knex, type Query, sql } from './sessions/sql.js';
import { checkUsage } from './usage/usage-check.js';

/**
 * Compares derived data with its sources, and finds records that violate domain rules. Locks a subnet only during its check.
 * @param repair rebuilds wrong gaps and counts; records are never changed
 */
export async function* checkConsistency(session: Session, repair: boolean): AsyncGenerator<Finding, void, undefined> {
  for (const index of indexes) yield* checkIndex(session, repair, index);
  let hasRings = false;
  for await (const ring of checkAll(session, ringChecks)) {
    hasRings = true;
    yield ring;
  }
  if (!hasRings) yield* checkUsage(session, repair);
  yield* checkAll(session, [addressesOutside, overlappingNetworks, ...recordChecks]);
  yield* checkCatalog(catalogIn(session), settingsIn(session));
}

interface FreeRangeIndex {
  readonly what: Finding['what'];
  readonly table: 'free_addresses' | 'free_blocks';
  readonly words: string;
  readonly keeper: (session: Session) => FreeAddresses | FreeBlocks;
}

const indexes: readonly FreeRangeIndex[] = [
  {
    what: 'freeAddresses',
    table: 'free_addresses',
    words: 'free addresses',
    keeper: (session) => new FreeAddresses(session),
  },
  { what: 'freeNetworks', table: 'free_blocks', words: 'free networks', keeper: (session) => new FreeBlocks(session) },
];

const flagOf = ({ table }: FreeRangeIndex): string => `${table}_known`;

async function* checkIndex(session: Session, repair: boolean, index: FreeRangeIndex): AsyncGenerator<Finding, void, undefined> {
  for (let after = 0, more = true; more; ) {
    const rows = await session.rows<{ id: number }>(nextSubnets(index, after));
    more = rows.length > 0;
    for (const { id } of rows) {
      after = id;
      const errors = await session.transact((transaction) => errorsOf(transaction, id, repair, index));
      if (errors === 0) continue;
      const text = `subnet ${id}: ${errors} ${errors === 1 ? 'range' : 'ranges'} of ${index.words} ${errors === 1 ? 'differs' : 'differ'} from what is used`;
      yield { what: index.what, subnetId: id, text, repaired: repair };
    }
  }
}

const nextSubnets = (index: FreeRangeIndex, after: number): Query =>
  knex({ s: 'subnets' })
    .select('id')
    .where('id', '>', after)
    .where((query) =>
      query.where(flagOf(index), true).orWhereExists(knex(index.table).select(knex.raw('1')).whereRaw('subnet_id = s.id')),
    )
    .orderBy('id')
    .limit(1000);

async function errorsOf(session: Session, id: number, repair: boolean, index: FreeRangeIndex): Promise<number> {
  await session.allowLong();
  const flag = knex('subnets')
    .select({ known: flagOf(index) })
    .where({ id });
  const subnet = await session.row<{ known: boolean }>(flag.forNoKeyUpdate());
  if (!subnet) return 0;
  const stored = knex(index.table).count({ stored: '*' }).where({ subnet_id: id });
  const errors = subnet.known
    ? await index.keeper(session).countErrors(id)
    : ((await session.row<{ stored: number }>(stored))?.stored ?? 0);
  if (errors > 0 && repair) await index.keeper(session).rebuild(id);
  return errors;
}

const addressesOutside: RowCheck = {
  what: 'addressOutside',
  table: 'addresses',
  query: (window) => sql`
  select s.id as "subnetId", 'subnet ' || s.id || ': address ' || host(t.ip) || ' is outside of ' || s.network as text
  from addresses t join subnets s on s.id = t.subnet_id
  where not t.ip <<= s.network and ${window} order by t.id`,
};

/** The next network with the same parent. A network that contains any sibling also contains the next sibling. */
const nextBeside = (isSibling: Knex.Raw) => sql`
  select n.network from subnets n where ${isSibling} and (n.network, n.id) > (t.network, t.id) order by n.network, n.id limit 1`;

/**
 * Finds overlaps among siblings, and among root networks, of one VRF in strict sections. Compares a network with all its siblings
 * only if it contains the next sibling. `offset 0` separates these two steps.
 */
const overlappingNetworks: RowCheck = {
  what: 'overlap',
  table: 'subnets',
  query: (window) => sql`
  select one.id as "subnetId", 'subnet ' || one.id || ': ' || one.network || ' overlaps ' || other.network || ', subnet ' || other.id as text
  from (
    select t.* from subnets t join sections home on home.id = t.section_id and home.strict_mode
    cross join lateral (
      (${nextBeside(sql`n.master_subnet_id = t.master_subnet_id`)})
      union all (${nextBeside(sql`t.master_subnet_id is null and n.master_subnet_id is null`)})
    ) beside
    where beside.network <<= t.network and ${window} offset 0
  ) t
  left join subnets m on m.id = t.master_subnet_id
  cross join lateral (
    select o.id from subnets o
    where o.section_id = t.section_id and o.network between t.network and ${lastWithin}
      and (o.network <> t.network or o.id > t.id) and o.master_subnet_id is not distinct from t.master_subnet_id
      and o.vrf_id is not distinct from t.vrf_id offset 0
  ) o
  join subnets one on one.id = least(t.id, o.id)
  join subnets other on other.id = greatest(t.id, o.id)
  where m.is_folder is not true order by one.id, other.id`,
};

async function* checkAll(session: Session, checks: readonly RowCheck[]): AsyncGenerator<Finding, void, undefined> {
  for (const { what, table, query } of checks) {
    for await (const { after, last } of idWindows(session, table)) {
      const wrong = query(sql`t.id > ${after} and t.id <= ${last}`);
      for (const row of await session.rows<{ subnetId: number | null; text: string }>(wrong))
        yield { what, ...row, repaired: false };
    }
  }
}
