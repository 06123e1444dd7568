import { blockSize, type Gap, lowestWithin, runsOf } from '../../../domain/allocation/free-ranges.js';
import type { FreeSpace } from '../../../domain/allocation/next-free-address.js';
import { type AddressRange, rangeOf } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Family } from '../../../domain/net/ip-address-text.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { soughtId } from '../records/field-columns.js';
import type { Fragment, Session } from '../sessions/session.js';

interface SpaceRow {
  readonly known: boolean;
  /** Of the subnet; null for a folder. */
  readonly network: string | null;
  readonly has_children: boolean;
  /** First and last address of each gap, ascending; null for none. */
  readonly gaps: readonly (readonly [first: string, last: string])[] | null;
}

/**
 * The gaps between the used addresses of subnets, so that a free one is found at once however many are used. Gathered when
 * a subnet's free addresses are first asked for, and kept from then on by whoever holds the subnet's row and writes
 * addresses.
 */
export class FreeAddresses {
  readonly #session: Session;
  /** Gaps that were read in this transaction, and not changed since. */
  #seen: { readonly subnetId: number; readonly family: Family; readonly gaps: readonly Gap[] } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The lowest free addresses of a range, ascending. @param range by default the subnet's network */
  async lowest(subnetId: number, most: number, range?: AddressRange): Promise<IpAddress[]> {
    return this.#lowestIn(subnetId, await this.#look(subnetId, most, range), most, range);
  }

  /** The lowest free addresses of a subnet's network, and whether anything hangs below it. */
  async space(subnetId: number, most: number): Promise<FreeSpace> {
    const row = await this.#look(subnetId, most);
    return { hasChildren: row?.has_children ?? false, lowest: this.#lowestIn(subnetId, row, most) };
  }

  async #look(subnetId: number, most: number, range?: AddressRange): Promise<SpaceRow | undefined> {
    const bindings = [range?.first.toString() ?? null, most, soughtId(subnetId)];
    const [row] = await this.#session.lookup<SpaceRow>(spaceStatement, bindings);
    if (row?.known !== false) return row;
    await this.#session.transact((session) => new FreeAddresses(session).#gather(subnetId));
    return (await this.#session.lookup<SpaceRow>(spaceStatement, bindings))[0];
  }

  #lowestIn(subnetId: number, row: SpaceRow | undefined, most: number, range = networkOf(row)): IpAddress[] {
    if (!row || !range) return [];
    const { first, last } = range;
    const gaps = (row.gaps ?? []).filter(isOfFamily(first.family)).map(gapOf);
    if (this.#session.isTransaction) this.#seen = { subnetId, family: first.family, gaps };
    return lowestWithin(gaps, { first: first.value, last: last.value }, most).map((value) => IpAddress.of(first.family, value));
  }

  /**
   * Takes addresses from the lower end of a gap that was just read, the usual case.
   * @returns a statement for another to begin with; undefined if it cannot be done so: `take` can
   */
  taking(subnetId: number, ips: readonly IpAddress[]): Fragment | undefined {
    const seen = this.#seen;
    if (seen?.subnetId !== subnetId || ips.some(({ family }) => family !== seen.family)) return undefined;
    const [run, ...others] = runsOf(ips.map(({ value }) => value).sort((a, b) => (a < b ? -1 : 1)));
    const gap = run && others.length === 0 && seen.gaps.find(({ first, last }) => first === run.first && last > run.last);
    if (!gap) return undefined;
    this.#seen = undefined;
    const [first, last] = [run.last + 1n, gap.last].map((value) => String(IpAddress.of(seen.family, value)));
    const sql = 'update free_addresses set first = ?::inet where subnet_id = ?::integer and last = ?::inet';
    return { sql, bindings: [first ?? '', soughtId(subnetId), last ?? ''] };
  }

  /** Addresses of a subnet are taken; those that were not free change nothing. All statements are under way at its return. */
  async take(subnetId: number, ips: readonly IpAddress[]): Promise<void> {
    const statements = ([4, 6] as const).flatMap((family) => {
      const values = ips.filter((ip) => ip.family === family).map(({ value }) => value);
      if (values.length === 0) return [];
      const runs = runsOf(values.sort((a, b) => (a < b ? -1 : 1)));
      const [starts, ends] = (['first', 'last'] as const).map((end) => runs.map((run) => String(IpAddress.of(family, run[end]))));
      const bindings = [starts ?? [], ends ?? [], soughtId(subnetId)];
      return this.#session.prepared(takeStatement, bindings);
    });
    this.#seen = undefined;
    await Promise.all(statements);
  }

  /** An address of a subnet is no longer used. */
  async give(subnetId: number, ip: IpAddress): Promise<void> {
    this.#seen = undefined;
    const [before, after] = [ip.plus(-1n), ip.plus(1n)].map((neighbour) => neighbour?.toString() ?? null);
    await this.#session.prepared(giveStatement, [ip.toString(), before ?? null, after ?? null, soughtId(subnetId)]);
  }

  /** What was gathered of a subnet holds no longer. */
  async forget(subnetId: number): Promise<void> {
    this.#seen = undefined;
    const sql = `
      with unknown as (update subnets set free_addresses_known = false where id = ? and free_addresses_known returning id)
      delete from free_addresses using unknown where subnet_id = unknown.id`;
    await this.#session.rows(sql, [soughtId(subnetId)]);
  }

  /** Gathers anew what was gathered of a subnet, which is held. */
  async rebuild(subnetId: number): Promise<void> {
    await this.forget(subnetId);
    await this.#session.rows('delete from free_addresses where subnet_id = ?', [soughtId(subnetId)]);
    await this.#gather(subnetId);
  }

  /** Number of gaps that are stored and are none, or the other way round, of a subnet that is held. */
  async countMistakes(subnetId: number): Promise<number> {
    const found = await this.#session.row<{ mistakes: number }>(mistakesStatement, [soughtId(subnetId)]);
    return found?.mistakes ?? 0;
  }

  /** Gathers the gaps of a subnet, unless another has done so meanwhile. */
  async #gather(subnetId: number): Promise<void> {
    const id = soughtId(subnetId);
    const held = 'select free_addresses_known as known from subnets where id = ? for no key update';
    const [subnet] = await this.#session.lock<{ known: boolean }>(`subnets ${id}`, held, [id]);
    if (!subnet || subnet.known) return;
    await this.#session.allowLong();
    for (const family of [4, 6] as const) await this.#gatherFamily(id, family);
    await this.#session.rows('update subnets set free_addresses_known = true where id = ?', [id]);
  }

  /** Walks along the used addresses of a family, part by part. */
  async #gatherFamily(id: number, family: Family): Promise<void> {
    const highest = IpAddress.of(family, blockSize(family, 0) - 1n);
    let next: IpAddress | undefined = IpAddress.of(family, 0n);
    while (next) {
      const from = next.toString();
      const row: { last: string | null } | undefined = await this.#session.row(gatherStatement, [
        id,
        from,
        highest.toString(),
        from,
        id,
      ]);
      if (!row?.last) {
        await this.#session.rows('insert into free_addresses (subnet_id, first, last) values (?, ?, ?)', [
          id,
          from,
          highest.toString(),
        ]);
        return;
      }
      next = IpAddress.parse(row.last).plus(1n);
    }
  }
}

/** A subnet with the gaps that end at or behind an address, by default the first of its network. */
const spaceStatement = `
  select s.free_addresses_known as known, s.network, exists (select from subnets where master_subnet_id = s.id) as has_children, (
    select json_agg(json_build_array(host(f.first), host(f.last))) from (
      select first, last from free_addresses
      where subnet_id = s.id and last >= coalesce(?::inet, set_masklen(s.network::inet, case family(s.network) when 4 then 32 else 128 end))
      order by last limit ?::integer
    ) f
  ) as gaps
  from subnets s where s.id = ?::integer`;

const networkOf = (row: SpaceRow | undefined): AddressRange | undefined =>
  row && row.network !== null ? rangeOf(Prefix.parse(row.network)) : undefined;

/** Gaps of IPv6 lie behind those of IPv4; who asks for these does not read those, which takes longer. */
const isOfFamily =
  (family: Family) =>
  ([first]: readonly [string, string]): boolean =>
    first.includes(':') === (family === 6);

const gapOf = ([first, last]: readonly [string, string]): Gap => ({
  first: IpAddress.parse(first).value,
  last: IpAddress.parse(last).value,
});

/** How many used addresses one statement looks at while gaps are gathered: statements should be short. */
const window = 20_000;

/** Adds the gaps before the next used addresses from one on. */
const gatherStatement = `
  with used as (
    select ip from addresses where subnet_id = ? and ip >= ?::inet and ip <= ?::inet order by ip limit ${window}
  ), placed as (
    select ip, lag(ip) over (order by ip) as before from used
  ), gap as (
    select coalesce(before + 1, ?::inet) as first, ip from placed
  ), gathered as (
    insert into free_addresses (subnet_id, first, last) select ?::integer, first, ip - 1 from gap where first < ip
  )
  select host(max(ip)) as last from used`;

/** Cuts runs of addresses out of the gaps that hold them, if any does: not for used ones, nor where gaps are not known. */
const takeStatement = `
  with hit as materialized (
    select run.first as taken_first, run.last as taken_last, gap.last, subnet.id,
      coalesce(lag(run.last) over (partition by gap.last order by run.first) + 1, gap.first) as first
    from unnest(?::inet[], ?::inet[]) run(first, last)
    cross join (select ?::integer as id) subnet
    cross join lateral (
      select f.first, f.last from free_addresses f where f.subnet_id = subnet.id and f.last >= run.last order by f.last limit 1
    ) gap
    where gap.first <= run.first
  ), upper as materialized (
    select id, last, max(taken_last) as taken_last from hit group by id, last
  ), gone as (
    delete from free_addresses f using upper
    where f.subnet_id = upper.id and f.last = upper.last and upper.last = upper.taken_last
  ), cut as (
    update free_addresses f set first = upper.taken_last + 1
    from upper where f.subnet_id = upper.id and f.last = upper.last and upper.last > upper.taken_last
  )
  insert into free_addresses (subnet_id, first, last) select id, first, taken_first - 1 from hit where first < taken_first`;

/** Joins an address to the gaps beside it, or makes it a gap of its own. Takes it, its neighbours, and the subnet. */
const giveStatement = `
  with freed as materialized (
    select s.id, given.ip, given.before, given.after
    from (select ?::inet as ip, ?::inet as before, ?::inet as after, ?::integer as id) given
    join subnets s on s.id = given.id
    where s.free_addresses_known
  ), upper as materialized (
    select f.last from freed join lateral (
      select first, last from free_addresses where subnet_id = freed.id and last > freed.ip order by last limit 1
    ) f on f.first = freed.after
  ), lower as materialized (
    select f.first, f.last from freed join free_addresses f on f.subnet_id = freed.id and f.last = freed.before
  ), grown as (
    update free_addresses f set first = coalesce((select first from lower), freed.ip)
    from freed, upper where f.subnet_id = freed.id and f.last = upper.last
  ), gone as (
    delete from free_addresses f using freed, lower
    where f.subnet_id = freed.id and f.last = lower.last and exists (select from upper)
  ), raised as (
    update free_addresses f set last = freed.ip
    from freed, lower where f.subnet_id = freed.id and f.last = lower.last and not exists (select from upper)
  )
  insert into free_addresses (subnet_id, first, last)
  select id, ip, ip from freed where not exists (select from upper) and not exists (select from lower)`;

/** Compares the gaps of a subnet with those that its addresses leave. */
const mistakesStatement = `
  with subnet as (select ?::integer as id),
  space(lowest, highest) as (
    values ('0.0.0.0'::inet, '255.255.255.255'::inet), ('::'::inet, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'::inet)
  ), used as (
    select a.ip, lag(a.ip) over (partition by family(a.ip) order by a.ip) as before
    from addresses a join subnet on a.subnet_id = subnet.id
  ), ahead as materialized (
    select coalesce(used.before + 1, space.lowest) as first, used.ip
    from used join space on family(space.lowest) = family(used.ip)
  ), behind as materialized (
    select space.lowest, space.highest, (select max(ip) from used where family(ip) = family(space.lowest)) as ip from space
  ), expected as (
    select first, ip - 1 as last from ahead where first < ip
    union all select coalesce(ip + 1, lowest), highest from behind where ip is null or ip < highest
  ), stored as (
    select f.first, f.last from free_addresses f join subnet on f.subnet_id = subnet.id
  )
  select count(*) as mistakes from (
    (select * from expected except select * from stored) union all (select * from stored except select * from expected)
  ) mistake`;
