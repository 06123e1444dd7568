import { chunksOf } from '../../../application/listing.js';
import type { FreeSpaceOwner } from '../../../application/ports/inventory/subnets.js';
import { fitsInto, gapsBetween, prefixWithin } from '../../../domain/allocation/free-prefixes.js';
import {
  type End,
  type Gap,
  joinedRanges,
  largestBlockLength,
  withoutRange,
  withRange,
} from '../../../domain/allocation/free-ranges.js';
import { type BlockQuery, blocksWithin } from '../../../domain/allocation/subnet-choice.js';
import { type Family, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { networksOnly } from '../lists/subnet-listing.js';
import { subnetSegments } from '../lists/subnet-query.js';
import { lookupId } from '../records/field-columns.js';
import { listChunks } from '../records/keyset-list.js';
import { boundsOf } from '../records/network-conditions.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import {
  childrenOverlapping,
  deleteGaps,
  type FreeBlockRow,
  findGap,
  findGapsBySize,
  type GapColumns,
  type GapRow,
  gapsTouching,
  hasFreeBlocks,
  lockFreeBlocks,
  writeGaps,
} from './free-block-statements.js';

/** Maximum number of deleted children that are marked individually. */
const maxMarkedFree = 8;

const families: readonly Family[] = [4, 6];

/** Number of gaps in one statement. */
const slice = 5000;

/**
 * The gaps between the child networks of subnets. The time of a search does not depend on the number of children. The first search
 * stores the gaps of a subnet. Later writes of children update them under the lock of the subnet row.
 */
export class FreeBlocks {
  readonly #session: Session;
  /** What remains of the last gap found in this transaction. Between `end` and this gap, no other gap has space for `length`. */
  #found: { readonly id: number; readonly length: number; readonly end: End; readonly left: readonly Gap[] } | undefined;

  /** Subnets without stored gaps, as read under this transaction's lock, so that no other transaction stores them meanwhile. */
  readonly #unknown = new Set<number>();

  #marked: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  async find({ id, prefix }: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined> {
    if (!fitsInto(prefix, length)) return undefined;
    const left = this.#leftFor(id, length, end).flatMap((gap) => prefixWithin(prefix, gap, length, end) ?? []);
    if (left.length > 0) return left[0];
    const parameters = { id: lookupId(id), shortest: prefix.length, longest: length };
    const query = (): Promise<FreeBlockRow[]> => this.#session.lookup(findGap[end], parameters);
    let [row] = await query();
    if (row?.known === false) {
      await this.#gatherIfMissing(id);
      [row] = await query();
    }
    if (!row || row.first === null) return undefined;
    const gap = gapOf(row);
    if (this.#session.isTransaction) this.#found = { id, length, end, left: [gap] };
    return prefixWithin(prefix, gap, length, end);
  }

  /** Returns gaps of a range that can contain a prefix of a length: at most `perSize` gaps for each size of their largest block. */
  async readGapsFrom({ id, prefix }: FreeSpaceOwner, blockQuery: BlockQuery): Promise<Gap[]> {
    if (!fitsInto(prefix, blockQuery.length)) return [];
    const [from, to] = [blockQuery.range.first, blockQuery.range.last].map((value) => String(IpAddress.of(prefix.family, value)));
    const { length: longest, perSize } = blockQuery;
    const parameters = { id: lookupId(id), shortest: prefix.length, longest, from: from ?? '', to: to ?? '', perSize };
    const read = (): Promise<FreeBlockRow[]> => this.#session.lookup(findGapsBySize[blockQuery.end], parameters);
    let rows = await read();
    if (rows[0]?.known === false) {
      await this.#gatherIfMissing(id);
      rows = await read();
    }
    return blocksWithin(
      rows.flatMap((row) => (row.first === null ? [] : [gapOf(row)])),
      blockQuery,
    );
  }

  /** Returns the rest of the last found gap, unless another gap nearer to the requested end may have space. */
  #leftFor(id: number, length: number, end: End): Gap[] {
    const found = this.#found;
    if (found?.id !== id || found.end !== end || length > found.length) return [];
    return end === 'first' ? [...found.left] : found.left.toReversed();
  }

  /** Yields the gaps with space for a prefix of a length, ascending. */
  async *list({ id, prefix }: FreeSpaceOwner, length: number): AsyncGenerator<Gap, void, undefined> {
    await this.#require(id);
    let after = prefix.network.plus(-1n) ?? null;
    for (let more = true; more; ) {
      const behind = after?.toString() ?? null;
      const rows: GapRow[] = await this.#session.rows<GapRow>(sql`
        select host(first) as first, host(last) as last from free_blocks
        where subnet_id = ${lookupId(id)} and largest <= ${length} and (${behind}::inet is null or last > ${behind}::inet)
        order by free_blocks.last limit ${slice}`);
      for (const row of rows) yield gapOf(row);
      more = rows.length === slice;
      after = IpAddress.parse(rows.at(-1)?.last ?? '::');
    }
  }

  /** Marks new children as used. Concurrent calls run in order. */
  markUsed(id: number, children: readonly Prefix[]): Promise<void> {
    const marked = this.#marked.then(async () => {
      for (const family of families)
        for (const range of joinedRanges(children.filter((child) => child.family === family)))
          await this.#markUsed(id, family, range);
    });
    this.#marked = marked.catch(() => {});
    return marked;
  }

  async #markUsed(id: number, family: Family, range: Gap): Promise<void> {
    const found = this.#found;
    if (found?.id === id && found.left.some(({ first, last }) => first <= range.first && range.last <= last)) {
      const left = withoutRange(found.left, range);
      this.#found = { ...found, left };
      return this.#replace(id, found.left, left, family);
    }
    this.#found = undefined;
    if (this.#unknown.has(id)) return;
    const known = await this.#touching(id, family, range);
    if (known) await this.#replace(id, known.gaps, withoutRange(known.gaps, range), family);
    else if (this.#session.isTransaction) this.#unknown.add(id);
  }

  /** Marks the network of a deleted child as free. Another child may still cover it. */
  async markFree(id: number, child: Prefix): Promise<void> {
    this.#found = undefined;
    const known = await this.#touching(id, child.family, child);
    if (!known?.network.overlaps(child)) return;
    const freed = child.length < known.network.length ? known.network : child;
    const rows = await this.#session.prepared(childrenOverlapping, { id: lookupId(id), ...boundsOf(freed) });
    let gaps: readonly Gap[] = known.gaps;
    for (const gap of gapsBetween(
      freed,
      rows.map(({ network }) => Prefix.parse(network)),
    ))
      gaps = withRange(gaps, gap);
    await this.#replace(id, known.gaps, gaps, child.family);
  }

  /** Marks the networks of deleted children as free. For many children, the next request computes the gaps again. */
  async markAllFree(id: number, children: readonly Prefix[]): Promise<void> {
    if (children.length > maxMarkedFree) return this.invalidate(id);
    for (const child of children) await this.markFree(id, child);
  }

  async invalidate(id: number): Promise<void> {
    this.#found = undefined;
    await this.#session.rows(sql`
      with unknown as (update subnets set free_blocks_known = false where id = ${lookupId(id)} and free_blocks_known returning id)
      delete from free_blocks using unknown where subnet_id = unknown.id`);
  }

  async #require(id: number): Promise<void> {
    const [found] = await this.#session.lookup(hasFreeBlocks, { id: lookupId(id) });
    if (found?.known === false) await this.#gatherIfMissing(id);
  }

  #gatherIfMissing(id: number): Promise<void> {
    this.#unknown.delete(id);
    return this.#session.transact((session) => new FreeBlocks(session).#gather(lookupId(id)));
  }

  /** The subnet must be locked. */
  async rebuild(id: number): Promise<void> {
    this.#unknown.delete(id);
    await this.invalidate(id);
    await this.#session.rows(
      knex('free_blocks')
        .where({ subnet_id: lookupId(id) })
        .delete(),
    );
    await this.#gather(lookupId(id));
  }

  /** Returns the number of wrong or missing gaps of a locked subnet. */
  async countErrors(id: number): Promise<number> {
    const found = await this.#gapsOfChildren(id);
    const expected = new Set(found?.gaps.map((gap) => `${gap.first} ${gap.last} ${largestBlockLength(gap, found.family)}`));
    const stored = knex('free_blocks').select({ first: sql`host(first)`, last: sql`host(last)` }, 'largest');
    const rows = await this.#session.rows<GapRow & { largest: number }>(stored.where({ subnet_id: lookupId(id) }));
    const wrong = rows.filter((row) => !expected.delete(`${gapOf(row).first} ${gapOf(row).last} ${row.largest}`));
    return wrong.length + expected.size;
  }

  async #gather(id: number): Promise<void> {
    const [subnet] = await this.#session.lock(`subnets ${id}`, lockFreeBlocks, { id });
    if (subnet?.known !== false) return;
    const began = performance.now();
    await this.#session.allowLong();
    const found = await this.#gapsOfChildren(id);
    if (!found) return;
    await this.#write(id, found.gaps, found.family);
    await this.#session.rows(knex('subnets').where({ id }).update({ free_blocks_known: true }));
    this.#session.observer.gapsGathered?.('subnet', performance.now() - began);
  }

  /** Computes the gaps between the children of a network, ascending; undefined for a folder. */
  async #gapsOfChildren(id: number): Promise<{ gaps: readonly Gap[]; family: Family } | undefined> {
    const own = knex('subnets')
      .select('network')
      .where({ id: lookupId(id) });
    const subnet = await this.#session.row<{ network: string | null }>(own);
    if (!subnet?.network) return undefined;
    const network = Prefix.parse(subnet.network);
    const prefixes: Prefix[] = [];
    const below = subnetSegments({ masterSubnetId: lookupId(id), isFolder: false, order: { by: 'network' } });
    for await (const rows of listChunks(this.#session, networksOnly, below))
      for (const [child] of rows) if (child) prefixes.push(Prefix.parse(child));
    return { gaps: [...gapsBetween(network, prefixes)], family: network.family };
  }

  /** Reads the subnet's network, and its gaps that overlap a range or touch it, ascending; undefined without stored gaps. */
  async #touching(id: number, family: Family, range: Gap): Promise<{ network: Prefix; gaps: Gap[] } | undefined> {
    const [from, to] = [range.first > 0n ? range.first - 1n : 0n, range.last].map((value) => String(IpAddress.of(family, value)));
    const rows = await this.#session.prepared(gapsTouching, { id: lookupId(id), from: from ?? '', to: to ?? '' });
    const [subnet] = rows;
    if (!subnet) return undefined;
    const gaps = rows.flatMap((row) => (row.first === null ? [] : [gapOf(row)]));
    return { network: Prefix.parse(subnet.network), gaps: gaps.filter(({ first }) => first <= range.last + 1n) };
  }

  /** Replaces stored gaps. A transaction does not wait for the statements. */
  async #replace(id: number, before: readonly Gap[], after: readonly Gap[], family: Family): Promise<void> {
    const remaining = new Set(after.map(({ last }) => last));
    const gone = before.filter(({ last }) => !remaining.has(last)).map(({ last }) => String(IpAddress.of(family, last)));
    const stored = new Map(before.map(({ first, last }) => [last, first]));
    const changed = after.filter(({ first, last }) => stored.get(last) !== first);
    if (gone.length > 0) await this.#session.deferred(deleteGaps, { subnetId: lookupId(id), lasts: gone });
    if (changed.length > 0) await this.#session.deferred(writeGaps, columnsOf(lookupId(id), changed, family));
  }

  async #write(id: number, gaps: readonly Gap[], family: Family): Promise<void> {
    for (const chunk of chunksOf(gaps, slice)) await this.#session.prepared(writeGaps, columnsOf(id, chunk, family));
  }
}

const columnsOf = (subnetId: number, gaps: readonly Gap[], family: Family): GapColumns => ({
  subnetId,
  firsts: gaps.map(({ first }) => String(IpAddress.of(family, first))),
  lasts: gaps.map(({ last }) => String(IpAddress.of(family, last))),
  sizes: gaps.map((gap) => largestBlockLength(gap, family)),
});

const gapOf = ({ first, last }: GapRow): Gap => ({ first: IpAddress.parse(first).value, last: IpAddress.parse(last).value });
