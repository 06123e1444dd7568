import { type AddressRange, rangeSize } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { chooseAddresses, type Draw } from './address-choice.js';
import type { AddressCriteria } from './address-criteria.js';
import { ascending, clipped, type Gap, sizeOf, totalSize } from './free-ranges.js';
import type { Band } from './stored-range.js';

export type GapOrder = 'ascending' | 'descending';

export interface GapQuery {
  /** Gaps are clipped to this range. */
  readonly range: AddressRange;
  /** Excludes gaps that end below this address, after clipping. */
  readonly endFrom: IpAddress;
  readonly order: GapOrder;
  /** Minimum size of a gap in addresses, after clipping. */
  readonly minSize: number;
  readonly max: number;
  /** Allocation band of the gaps. Default: `open`. */
  readonly band?: Band;
}

/** Number of gaps to read before a random choice. */
const batchSizeHint = 256;

/** Number of gaps per query if addresses may be in quarantine. */
const quarantinedGaps = 64;

/** Larger than every address. */
const beyondAll = 1n << 128n;

/** Quarantined addresses per query. */
export const maxFreedAtOnce = 5000;

/** The gaps that match a query, clipped to its range. @param gaps in the order of the query */
export const gapsWithin = (gaps: readonly Gap[], { range, endFrom, minSize }: Pick<GapQuery, 'range' | 'endFrom' | 'minSize'>) =>
  clipped(gaps, { first: range.first.value, last: range.last.value }).filter(
    ({ first, last }) => last >= endFrom.value && sizeOf({ first, last }) >= BigInt(minSize),
  );

/** Removes quarantined addresses from gaps. @param gaps ascending @param freed ascending */
export function withoutFreed(gaps: readonly Gap[], freed: readonly bigint[]): Gap[] {
  const left: Gap[] = [];
  let index = 0;
  for (const gap of gaps) {
    let { first } = gap;
    let value = freed[index];
    while (value !== undefined && value < gap.first) value = freed[++index];
    for (; value !== undefined && value <= gap.last; value = freed[++index]) {
      if (value > first) left.push({ first, last: value - 1n });
      first = value + 1n;
    }
    if (first <= gap.last) left.push({ first, last: gap.last });
  }
  return left;
}

/**
 * Searches free addresses step by step. The caller passes the result of `query` to `add`, until `query` is undefined. The
 * number of queries depends on the criteria and the quarantine, not on the utilization. In a network with many gaps, random
 * addresses come from the gaps after a random position.
 */
export class AddressSearch {
  readonly #criteria: AddressCriteria;
  readonly #draw: Draw;
  readonly #band: Band;
  readonly #family;
  /** Ranges to read, in order. `endFrom` as in GapQuery. */
  readonly #ranges: { first: bigint; last: bigint; endFrom: bigint }[];
  /** Free addresses without quarantined ones, ascending. */
  #free: Gap[] = [];
  #examined = 0;

  /** @param range result of searchedRange @param band the band to search */
  constructor(criteria: AddressCriteria, range: AddressRange, draw: Draw, band: Band = 'open') {
    this.#criteria = criteria;
    this.#draw = draw;
    this.#band = band;
    this.#family = range.first.family;
    const [first, last] = [range.first.value, range.last.value];
    const start = criteria.policy === 'random' ? first + draw(rangeSize(range)) : first;
    this.#ranges = [{ first, last, endFrom: start }];
    if (start > first) this.#ranges.push({ first, last: start - 1n, endFrom: first });
  }

  get query(): GapQuery | undefined {
    const [range] = this.#ranges;
    if (!range || this.#isEnough) return undefined;
    const { count, isContiguous, policy, quarantine } = this.#criteria;
    const needed = isContiguous ? 1 : count;
    return {
      range: { first: this.#ip(range.first), last: this.#ip(range.last) },
      endFrom: this.#ip(range.endFrom),
      order: policy === 'highest' ? 'descending' : 'ascending',
      minSize: isContiguous ? count : 1,
      ...(this.#band === 'open' ? {} : { band: this.#band }),
      max: Math.max(needed, policy === 'random' ? batchSizeHint : 1, quarantine > 0 ? quarantinedGaps : 1),
    };
  }

  /**
   * @param gaps in the order of the query
   * @param freed quarantined addresses in these gaps, in the same order
   * @param hasMoreFreed whether further quarantined addresses may exist
   */
  add({ order, max }: GapQuery, gaps: readonly Gap[], freed: readonly bigint[] = [], hasMoreFreed = false): void {
    const [range, next] = this.#ranges;
    if (!range) return;
    if (next && gaps[0] && gaps[0].first < range.endFrom) next.last = gaps[0].first - 1n; // prevents reading this gap twice
    const isUpwards = order === 'ascending';
    const lastGap = gaps.length < max ? undefined : gaps.at(-1);
    const examinedTo = hasMoreFreed ? freed.at(-1) : isUpwards ? lastGap?.last : lastGap?.first;
    this.#examined += gaps.length;
    this.#add(
      examinedTo === undefined
        ? gaps
        : clipped(gaps, isUpwards ? { first: 0n, last: examinedTo } : { first: examinedTo, last: beyondAll }),
      freed,
      isUpwards,
    );
    if (examinedTo === undefined) this.#ranges.shift();
    else if (isUpwards) range.endFrom = range.first = examinedTo + 1n;
    else range.last = examinedTo - 1n;
    while (this.#ranges[0] && this.#ranges[0].first > this.#ranges[0].last) this.#ranges.shift();
  }

  /** The chosen addresses, ascending; undefined if the gaps read are not sufficient. */
  get found(): IpAddress[] | undefined {
    return chooseAddresses(this.#sorted, this.#criteria, this.#draw)?.map((value) => this.#ip(value));
  }

  /** Like `found`, but returns fewer addresses if the gaps are not sufficient. Contiguous requests still get all or none. */
  get most(): IpAddress[] {
    if (this.#criteria.isContiguous) return this.found ?? [];
    const free = totalSize(this.#free);
    const count = free < BigInt(this.#criteria.count) ? Number(free) : this.#criteria.count;
    return (chooseAddresses(this.#sorted, { ...this.#criteria, count }, this.#draw) ?? []).map((value) => this.#ip(value));
  }

  #add(gaps: readonly Gap[], freed: readonly bigint[], isUpwards: boolean): void {
    const [ascending, quiet] = isUpwards ? [gaps, freed] : [gaps.toReversed(), freed.toReversed()];
    this.#free.push(...withoutFreed(ascending, quiet));
  }

  get #sorted(): Gap[] {
    return ascending(this.#free);
  }

  get #isEnough(): boolean {
    const { count, isContiguous, policy } = this.#criteria;
    if (policy === 'random' && this.#examined < Math.max(batchSizeHint, count)) return false;
    if (isContiguous) return this.#free.some((gap) => sizeOf(gap) >= BigInt(count));
    return totalSize(this.#free) >= BigInt(count);
  }

  #ip(value: bigint): IpAddress {
    return IpAddress.of(this.#family, value);
  }
}
