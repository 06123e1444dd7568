import type { FreeSpaceOwner } from '../../../application/ports/inventory.js';
import { fitsInto, gapsBetween, prefixWithin } from '../../../domain/allocation/free-prefixes.js';
import { type End, type Gap, largestBlockLength, withoutRange, withRange } from '../../../domain/allocation/free-ranges.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Family } from '../../../domain/net/ip-address-text.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { selectOverlapping } from '../inventory/network-conditions.js';
import { soughtId } from '../records/field-columns.js';
import type { Binding, Session } from '../sessions/session.js';

/** How many gaps one statement writes or reads. */
const slice = 5000;

interface GapRow {
  readonly first: string;
  readonly last: string;
}

/** What is known of a subnet, with a gap if there is one. */
type FoundRow = { readonly known: boolean } & (GapRow | { readonly first: null; readonly last: null });

/**
 * The gaps between the child networks of subnets, so that a free prefix of any length is found at once however many
 * children there are. Gathered when a subnet's free networks are first asked for, and kept from then on by whoever holds the
 * subnet's row and writes children.
 */
export class FreeBlocks {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The lowest or highest free prefix of a length. */
  async find({ id, prefix }: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined> {
    if (!fitsInto(prefix, length)) return undefined;
    const look = (): Promise<FoundRow[]> => this.#session.lookup(findStatements[end], [prefix.length, length, soughtId(id)]);
    let [row] = await look();
    if (row?.known === false) {
      await this.#gatherUnlessKnown(id);
      [row] = await look();
    }
    return row && row.first !== null ? prefixWithin(prefix, gapOf(row), length, end) : undefined;
  }

  /** The gaps in which a prefix of a length has room, ascending. */
  async *list({ id, prefix }: FreeSpaceOwner, length: number): AsyncGenerator<Gap, void, undefined> {
    await this.#require(id);
    let after = prefix.network.plus(-1n) ?? null;
    for (let more = true; more; ) {
      const rows: GapRow[] = await this.#session.rows<GapRow>(
        `select host(first) as first, host(last) as last from free_blocks
        where subnet_id = ? and largest <= ? and (?::inet is null or last > ?::inet) order by free_blocks.last limit ${slice}`,
        [soughtId(id), length, after?.toString() ?? null, after?.toString() ?? null],
      );
      for (const row of rows) yield gapOf(row);
      more = rows.length === slice;
      after = IpAddress.parse(rows.at(-1)?.last ?? '::');
    }
  }

  /** A child was added. */
  async take(id: number, child: Prefix): Promise<void> {
    const known = await this.#touching(id, child);
    if (known) await this.#replace(id, known.gaps, withoutRange(known.gaps, child), child.family);
  }

  /** A child is no longer there; another may still lie in the same place. */
  async give(id: number, child: Prefix): Promise<void> {
    const known = await this.#touching(id, child);
    if (!known?.network.overlaps(child)) return;
    const freed = child.length < known.network.length ? known.network : child;
    const { sql, bindings } = selectOverlapping('t.network', freed, { sql: 't.master_subnet_id = ?', bindings: [soughtId(id)] });
    const rows = await this.#session.prepared<{ network: string }>(`${sql} order by network`, bindings);
    let gaps: readonly Gap[] = known.gaps;
    for (const gap of gapsBetween(
      freed,
      rows.map(({ network }) => Prefix.parse(network)),
    ))
      gaps = withRange(gaps, gap);
    await this.#replace(id, known.gaps, gaps, child.family);
  }

  /** What was gathered of a subnet holds no longer. */
  async forget(id: number): Promise<void> {
    const sql = `
      with unknown as (update subnets set free_blocks_known = false where id = ? and free_blocks_known returning id)
      delete from free_blocks using unknown where subnet_id = unknown.id`;
    await this.#session.rows(sql, [soughtId(id)]);
  }

  /** Gathers the gaps of a subnet, if that has not been done. */
  async #require(id: number): Promise<void> {
    const sql = 'select free_blocks_known as known from subnets where id = ?::integer';
    const [found] = await this.#session.lookup<{ known: boolean }>(sql, [soughtId(id)]);
    if (found?.known === false) await this.#gatherUnlessKnown(id);
  }

  #gatherUnlessKnown(id: number): Promise<void> {
    return this.#session.transact((session) => new FreeBlocks(session).#gather(soughtId(id)));
  }

  /** Gathers anew what was gathered of a subnet, which is held. */
  async rebuild(id: number): Promise<void> {
    await this.forget(id);
    await this.#session.rows('delete from free_blocks where subnet_id = ?', [soughtId(id)]);
    await this.#gather(soughtId(id));
  }

  /** Number of gaps that are stored and are none, or the other way round, of a subnet that is held. */
  async countMistakes(id: number): Promise<number> {
    const found = await this.#gapsOfChildren(id);
    const expected = new Set(found?.gaps.map((gap) => `${gap.first} ${gap.last} ${largestBlockLength(gap, found.family)}`));
    const sql = 'select host(first) as first, host(last) as last, largest from free_blocks where subnet_id = ?';
    const rows = await this.#session.rows<GapRow & { largest: number }>(sql, [soughtId(id)]);
    const wrong = rows.filter((row) => !expected.delete(`${gapOf(row).first} ${gapOf(row).last} ${row.largest}`));
    return wrong.length + expected.size;
  }

  async #gather(id: number): Promise<void> {
    const held = 'select free_blocks_known as known from subnets where id = ? for no key update';
    const [subnet] = await this.#session.lock<{ known: boolean }>(`subnets ${id}`, held, [id]);
    if (subnet?.known !== false) return;
    await this.#session.allowLong();
    const found = await this.#gapsOfChildren(id);
    if (!found) return;
    await this.#write(id, found.gaps, found.family);
    await this.#session.rows('update subnets set free_blocks_known = true where id = ?', [id]);
  }

  /** The gaps that the children of a network leave, ascending; undefined for a folder. */
  async #gapsOfChildren(id: number): Promise<{ gaps: readonly Gap[]; family: Family } | undefined> {
    const subnet = await this.#session.row<{ network: string | null }>('select network from subnets where id = ?', [
      soughtId(id),
    ]);
    if (!subnet?.network) return undefined;
    const sql = 'select network from subnets where master_subnet_id = ? and network is not null order by network';
    const children = await this.#session.rows<{ network: string }>(sql, [soughtId(id)]);
    const network = Prefix.parse(subnet.network);
    const prefixes = children.map((child) => Prefix.parse(child.network));
    return { gaps: [...gapsBetween(network, prefixes)], family: network.family };
  }

  /** The subnet's network and its gaps that overlap a prefix or touch it, ascending; undefined when they are not known. */
  async #touching(id: number, { network, lastAddress }: Prefix): Promise<{ network: Prefix; gaps: Gap[] } | undefined> {
    const [from, to] = [(network.plus(-1n) ?? network).toString(), lastAddress.toString()];
    const rows = await this.#session.prepared<GapRow & { network: string }>(touchingStatement, [from, to, to, soughtId(id)]);
    const [subnet] = rows;
    if (!subnet) return undefined;
    const gaps = rows.flatMap((row) => (row.first === null ? [] : [gapOf(row)]));
    return { network: Prefix.parse(subnet.network), gaps: gaps.filter(({ first }) => first <= lastAddress.value + 1n) };
  }

  /** Stores gaps in the place of others; within a transaction, nobody waits for it. */
  async #replace(id: number, before: readonly Gap[], after: readonly Gap[], family: Family): Promise<void> {
    const kept = new Set(after.map(({ last }) => last));
    const gone = before.filter(({ last }) => !kept.has(last)).map(({ last }) => String(IpAddress.of(family, last)));
    const stored = new Map(before.map(({ first, last }) => [last, first]));
    const changed = after.filter(({ first, last }) => stored.get(last) !== first);
    if (gone.length > 0)
      await this.#session.deferred('delete from free_blocks where subnet_id = ? and last = any(?::inet[])', [soughtId(id), gone]);
    if (changed.length > 0) await this.#session.deferred(writeStatement, writeBindings(soughtId(id), changed, family));
  }

  async #write(id: number, gaps: readonly Gap[], family: Family): Promise<void> {
    for (let start = 0; start < gaps.length; start += slice)
      await this.#session.prepared(writeStatement, writeBindings(id, gaps.slice(start, start + slice), family));
  }
}

const writeBindings = (id: number, gaps: readonly Gap[], family: Family): Binding[] => [
  id,
  gaps.map(({ first }) => String(IpAddress.of(family, first))),
  gaps.map(({ last }) => String(IpAddress.of(family, last))),
  gaps.map((gap) => largestBlockLength(gap, family)),
];

const gapOf = ({ first, last }: GapRow): Gap => ({ first: IpAddress.parse(first).value, last: IpAddress.parse(last).value });

/** The gap at one end of a subnet among those with room: for each size of a gap's largest block one look into the index. */
const findStatement = (direction: 'asc' | 'desc'): string => `
  select s.free_blocks_known as known, host(f.first) as first, host(f.last) as last
  from subnets s left join lateral (
    select gap.first, gap.last
    from generate_series(?::integer, ?::integer) size(length)
    cross join lateral (
      select first, last from free_blocks where subnet_id = s.id and largest = size.length order by last ${direction} limit 1
    ) gap
    order by gap.first ${direction} limit 1
  ) f on true
  where s.id = ?::integer`;

const findStatements: Readonly<Record<End, string>> = { first: findStatement('asc'), last: findStatement('desc') };

const touchingStatement = `
  select s.network, host(f.first) as first, host(f.last) as last
  from subnets s
  left join lateral (
    select first, last from free_blocks where subnet_id = s.id and last >= ?::inet and last < ?::inet
    union all
    (select first, last from free_blocks where subnet_id = s.id and last >= ?::inet order by last limit 1)
  ) f on true
  where s.id = ?::integer and s.free_blocks_known
  order by f.last`;

const writeStatement = `
  insert into free_blocks (subnet_id, first, last, largest)
  select ?::integer, gap.* from unnest(?::inet[], ?::inet[], ?::smallint[]) gap
  on conflict (subnet_id, last) do update set first = excluded.first, largest = excluded.largest`;
