import { type GapQuery, gapsWithin } from '../../../domain/allocation/address-search.js';
import { blockSize, type Gap, lowestWithin, runsOf } from '../../../domain/allocation/free-ranges.js';
import type { AddressRange } from '../../../domain/net/address-range.js';
import { type Family, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { FreeSpace } from '../../../domain/subnet/usable-addresses.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';
import { bandNumbers } from './bands.js';
import {
  countGapMistakes,
  cutAgain,
  forgetGaps,
  freeSpace,
  gatherGap,
  gatherGaps,
  giveRuns,
  type LowerEnd,
  lockFreeAddresses,
  type SpaceRow,
  selectHasRanges,
  takeAddressRuns,
} from './free-address-statements.js';
import { findGaps, findSizedGaps, type GapsRow, maxRoom } from './free-gap-statements.js';

/**
 * The gaps between the used addresses of subnets. The time of a search does not depend on the number of used addresses. The first
 * search stores the gaps of a subnet. Later writes of addresses update them under the lock of the subnet row.
 */
export class FreeAddresses {
  readonly #session: Session;
  /** Gaps that this transaction has read and not changed since. */
  #readGaps: { readonly subnetId: number; readonly family: Family; readonly gaps: readonly NumberedGap[] } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Returns the lowest free addresses of a range, ascending. @param range the subnet's network by default */
  async lowest(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]> {
    return this.#lowestIn(subnetId, await this.#readGapsFrom(subnetId, max, range), max, range);
  }

  /** Returns the lowest free addresses of a subnet's network, whether it has children, and the end of its first hold. */
  async space(subnetId: number, max: number): Promise<FreeSpace> {
    const row = await this.#readGapsFrom(subnetId, max);
    const lowest = this.#lowestIn(subnetId, row, max);
    return {
      hasChildren: row?.has_children ?? false,
      hasRanges: row?.has_ranges ?? false,
      lowest,
      heldUntil: row?.held_until ?? null,
    };
  }

  async gaps(subnetId: number, gapQuery: GapQuery): Promise<Gap[]> {
    const { range, endFrom, order, minSize, max, band = 'open' } = gapQuery;
    const { first, last } = range;
    const id = lookupId(subnetId);
    const parameters = { subnetId: id, band: bandNumbers[band], from: endFrom.toString(), to: last.toString(), max: max + 2 }; // ranges may divide the gap at both ends
    const room = Math.min(maxRoom, Math.floor(Math.log2(minSize)));
    const read = async (): Promise<GapsRow | undefined> => {
      if (room === 0) return (await this.#session.lookup(findGaps[order], parameters))[0];
      return (await this.#session.lookup(findSizedGaps[order], { ...parameters, room, minSize }))[0];
    };
    let row = await read();
    if (row?.known === false) {
      await this.#session.transact((session) => new FreeAddresses(session).#gather(subnetId));
      row = await read();
    }
    return gapsWithin((row?.gaps ?? []).filter(isOfFamily(first.family)).map(gapOf), gapQuery).slice(0, max);
  }

  async #readGapsFrom(subnetId: number, max: number, range?: AddressRange): Promise<SpaceRow | undefined> {
    const parameters = { subnetId: lookupId(subnetId), from: range?.first.toString() ?? null, max };
    const [row] = await this.#session.lookup(freeSpace, parameters);
    if (row?.known !== false) return row;
    await this.#session.transact((session) => new FreeAddresses(session).#gather(subnetId));
    return (await this.#session.lookup(freeSpace, parameters))[0];
  }

  #lowestIn(subnetId: number, row: SpaceRow | undefined, max: number, range?: AddressRange): IpAddress[] {
    const searched = range ? spanOf(range) : networkOf(row);
    if (!row || !searched) return [];
    const { family } = searched;
    const gaps = (row.gaps ?? []).filter(isOfFamily(family)).map(numberedGapOf);
    if (this.#session.isTransaction) this.#readGaps = { subnetId, family, gaps };
    return lowestWithin(gaps, searched, max).map((value) => IpAddress.of(family, value));
  }

  /**
   * Returns the new lower end of a gap that was just read, for addresses allocated from its lower end (the usual case).
   * @returns undefined if `markUsed` is required
   */
  taking(subnetId: number, ips: readonly IpAddress[]): LowerEnd | undefined {
    const seen = this.#readGaps;
    if (seen?.subnetId !== subnetId || ips.some(({ family }) => family !== seen.family)) return undefined;
    const [run, ...others] = runsOf(ips.map(({ value }) => value).sort((a, b) => (a < b ? -1 : 1)));
    const gap = run && others.length === 0 && seen.gaps.find(({ first, last }) => first === run.first && last > run.last);
    if (!gap) return undefined;
    this.#readGaps = undefined;
    const textOf = (value: bigint): string => String(IpAddress.of(seen.family, value));
    return { subnetId: lookupId(subnetId), band: gap.band, newFirst: textOf(run.last + 1n), last: textOf(gap.last) };
  }

  /** Marks addresses of a subnet as used; no effect for used ones. All statements are sent when the call returns. */
  async markUsed(subnetId: number, ips: readonly IpAddress[]): Promise<void> {
    const statements = runsByFamily(ips).map((runs) =>
      this.#session.prepared(takeAddressRuns, {
        subnetId: lookupId(subnetId),
        starts: runs.map(({ first }) => first.toString()),
        ends: runs.map(({ last }) => last.toString()),
      }),
    );
    this.#readGaps = undefined;
    await Promise.all(statements);
  }

  async markFree(subnetId: number, ips: readonly IpAddress[]): Promise<void> {
    this.#readGaps = undefined;
    const runs = runsByFamily(ips).flat();
    await this.#session.deferred(giveRuns, {
      subnetId: lookupId(subnetId),
      starts: runs.map(({ first }) => first.toString()),
      ends: runs.map(({ last }) => last.toString()),
      befores: runs.map(({ first }) => first.plus(-1n)?.toString() ?? null),
      afters: runs.map(({ last }) => last.plus(1n)?.toString() ?? null),
    });
  }

  /** Divides the gaps of a subnet again, after a change of its ranges within an interval. */
  async rangesChanged(subnetId: number, { first, last }: AddressRange): Promise<void> {
    this.#readGaps = undefined;
    const [from, to] = [String(first.plus(-1n) ?? first), String(last.plus(1n) ?? last)];
    await this.#session.prepared(cutAgain, { subnetId: lookupId(subnetId), from, to });
  }

  async invalidate(subnetId: number): Promise<void> {
    this.#readGaps = undefined;
    await this.#session.prepared(forgetGaps, { subnetId: lookupId(subnetId) });
  }

  /** Computes the gaps of a locked subnet again. */
  async rebuild(subnetId: number): Promise<void> {
    await this.invalidate(subnetId);
    await this.#session.rows(
      knex('free_addresses')
        .where({ subnet_id: lookupId(subnetId) })
        .delete(),
    );
    await this.#gather(subnetId);
  }

  /** Returns the number of wrong or missing gaps of a locked subnet. */
  async countErrors(subnetId: number): Promise<number> {
    const found = await this.#session.row<{ mistakes: number }>(countGapMistakes(lookupId(subnetId)));
    return found?.mistakes ?? 0;
  }

  /** Computes and stores the gaps of a subnet, unless another transaction has done it meanwhile. */
  async #gather(subnetId: number): Promise<void> {
    const id = lookupId(subnetId);
    const [subnet] = await this.#session.lock(`subnets ${id}`, lockFreeAddresses, { id });
    if (!subnet || subnet.known) return;
    const began = performance.now();
    await this.#session.allowLong();
    const isCut = (await this.#session.row<{ has_ranges: boolean }>(selectHasRanges(id)))?.has_ranges ?? false;
    for (const family of [4, 6] as const) await this.#gatherFamily(id, family, isCut);
    await this.#session.rows(knex('subnets').where({ id }).update({ free_addresses_known: true }));
    this.#session.observer.gapsGathered?.('address', performance.now() - began);
  }

  async #gatherFamily(id: number, family: Family, isCut: boolean): Promise<void> {
    const highest = String(IpAddress.of(family, blockSize(family, 0) - 1n));
    let next: IpAddress | undefined = IpAddress.of(family, 0n);
    while (next) {
      const first: string = next.toString();
      const row: { last: string | null } | undefined = await this.#session.row(gatherGaps(id, first, highest, isCut));
      if (!row?.last) {
        await this.#session.rows(gatherGap(id, first, highest, isCut));
        return;
      }
      next = IpAddress.parse(row.last).plus(1n);
    }
  }
}

const runsByFamily = (ips: readonly IpAddress[]): AddressRange[][] =>
  ([4, 6] as const).flatMap((family) => {
    const values = ips.filter((ip) => ip.family === family).map(({ value }) => value);
    if (values.length === 0) return [];
    const runs = runsOf(values.sort((a, b) => (a < b ? -1 : 1)));
    return [runs.map(({ first, last }) => ({ first: IpAddress.of(family, first), last: IpAddress.of(family, last) }))];
  });

type NumberedGap = Gap & { readonly band: number };

type AddressSpan = Gap & { readonly family: Family };

const spanOf = ({ first, last }: AddressRange): AddressSpan => ({ family: first.family, first: first.value, last: last.value });

const networkOf = (row: SpaceRow | undefined): AddressSpan | undefined =>
  row && row.network !== null ? Prefix.parse(row.network) : undefined;

/** Whether a gap is of a family. IPv6 gaps follow the IPv4 gaps. Requests for IPv4 do not parse IPv6 gaps, which saves time. */
const isOfFamily =
  (family: Family) =>
  ([first]: readonly [string, ...unknown[]]): boolean =>
    first.includes(':') === (family === 6);

const numberedGapOf = ([first, last, band]: readonly [string, string, number]): NumberedGap => ({
  ...gapOf([first, last]),
  band,
});

const gapOf = ([first, last]: readonly [string, string]): Gap => ({
  first: IpAddress.parse(first).value,
  last: IpAddress.parse(last).value,
});
