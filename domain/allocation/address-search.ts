import { type AddressRange, rangeSize } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { chooseAddresses, type Draw } from './address-choice.js';
import type { AddressCriteria } from './address-criteria.js';
import type { Gap } from './free-ranges.js';
import type { Band } from './stored-range.js';

export type GapOrder = 'ascending' | 'descending';

export interface GapQuery {
  /** Gaps are cut to this range. */
  readonly range: AddressRange;
  /** Only gaps that end at this address or above, after the cut. */
  readonly endFrom: IpAddress;
  readonly order: GapOrder;
  /** Minimum number of addresses of a gap, after the cut. */
  readonly minSize: number;
  readonly max: number;
  /** Only gaps of this band; `open` by default. */
  readonly band?: Band;
}

/** Gaps to read before random addresses are drawn. */
const batchSizeHint = 256;

/** Gaps per query if some of their addresses may be in quarantine. */
const quarantinedGaps = 64;

/** Addresses in quarantine per query. */
export const maxFreedAtOnce = 5000;

/** Gaps that match a query, cut to its range. @param gaps in the order of the query */
export const gapsWithin = (gaps: readonly Gap[], { range, endFrom, minSize }: Pick<GapQuery, 'range' | 'endFrom' | 'minSize'>) =>
  cutTo(gaps, { first: range.first.value, last: range.last.value }).filter(
    ({ first, last }) => last >= endFrom.value && last - first + 1n >= BigInt(minSize),
  );

/** Gaps without the numbers in quarantine. @param gaps ascending @param freed ascending */
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
 * Searches free addresses step by step: `look` returns the next query and `see` takes its result, until `look` is undefined. The
 * number of queries depends on the criteria and the quarantine, not on the use of the network. In a network with many gaps,
 * random addresses come from the gaps behind a random position.
 */
export class AddressSearch {
  readonly #criteria: AddressCriteria;
  readonly #draw: Draw;
  readonly #band: Band;
  readonly #family;
  /** Ranges still to read, in order, with the lowest end of their gaps. */
  readonly #parts: { first: bigint; last: bigint; endFrom: bigint }[];
  /** Free addresses outside of the quarantine, ascending. */
  #free: Gap[] = [];
  #examined = 0;

  /** @param range the result of searchedRange @param band the band to search */
  constructor(criteria: AddressCriteria, range: AddressRange, draw: Draw, band: Band = 'open') {
    this.#criteria = criteria;
    this.#draw = draw;
    this.#band = band;
    this.#family = range.first.family;
    const [first, last] = [range.first.value, range.last.value];
    const start = criteria.policy === 'random' ? first + draw(rangeSize(range)) : first;
    this.#parts = [{ first, last, endFrom: start }];
    if (start > first) this.#parts.push({ first, last: start - 1n, endFrom: first });
  }

  /** The next query; undefined when the search is complete. */
  get look(): GapQuery | undefined {
    const [part] = this.#parts;
    if (!part || this.#isEnough) return undefined;
    const { count, isContiguous, policy, quarantine } = this.#criteria;
    const needed = isContiguous ? 1 : count;
    return {
      range: { first: this.#ip(part.first), last: this.#ip(part.last) },
      endFrom: this.#ip(part.endFrom),
      order: policy === 'highest' ? 'descending' : 'ascending',
      minSize: isContiguous ? count : 1,
      ...(this.#band === 'open' ? {} : { band: this.#band }),
      max: Math.max(needed, policy === 'random' ? batchSizeHint : 1, quarantine > 0 ? quarantinedGaps : 1),
    };
  }

  /**
   * Takes the result of a query.
   * @param gaps in the order of the query
   * @param freed addresses of these gaps in quarantine, in the same order
   * @param hasMoreFreed whether more addresses in quarantine may follow
   */
  see({ order, max }: GapQuery, gaps: readonly Gap[], freed: readonly bigint[] = [], hasMoreFreed = false): void {
    const [part, next] = this.#parts;
    if (!part) return;
    if (next && gaps[0] && gaps[0].first < part.endFrom) next.last = gaps[0].first - 1n; // reads a gap once, as a whole
    const isUpwards = order === 'ascending';
    const lastGap = gaps.length < max ? undefined : gaps.at(-1);
    const seenTo = hasMoreFreed ? freed.at(-1) : isUpwards ? lastGap?.last : lastGap?.first;
    this.#examined += gaps.length;
    this.#add(seenTo === undefined ? gaps : cutTo(gaps, isUpwards ? { last: seenTo } : { first: seenTo }), freed, isUpwards);
    if (seenTo === undefined) this.#parts.shift();
    else if (isUpwards) part.endFrom = part.first = seenTo + 1n;
    else part.last = seenTo - 1n;
    while (this.#parts[0] && this.#parts[0].first > this.#parts[0].last) this.#parts.shift();
  }

  /** Ascending; undefined when the gaps read so far do not suffice. */
  get found(): IpAddress[] | undefined {
    return chooseAddresses(this.#sorted, this.#criteria, this.#draw)?.map((value) => this.#ip(value));
  }

  /** As `found`, but without contiguity fewer addresses when the gaps do not suffice. */
  get most(): IpAddress[] {
    if (this.#criteria.isContiguous) return this.found ?? [];
    const free = this.#free.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
    const count = free < BigInt(this.#criteria.count) ? Number(free) : this.#criteria.count;
    return (chooseAddresses(this.#sorted, { ...this.#criteria, count }, this.#draw) ?? []).map((value) => this.#ip(value));
  }

  #add(gaps: readonly Gap[], freed: readonly bigint[], isUpwards: boolean): void {
    const [ascending, quiet] = isUpwards ? [gaps, freed] : [gaps.toReversed(), freed.toReversed()];
    this.#free.push(...withoutFreed(ascending, quiet));
  }

  get #sorted(): Gap[] {
    return this.#free.toSorted((a, b) => (a.first < b.first ? -1 : 1));
  }

  get #isEnough(): boolean {
    const { count, isContiguous, policy } = this.#criteria;
    if (policy === 'random' && this.#examined < Math.max(batchSizeHint, count)) return false;
    const sizes = this.#free.map(({ first, last }) => last - first + 1n);
    if (isContiguous) return sizes.some((size) => size >= BigInt(count));
    return sizes.reduce((sum, size) => sum + size, 0n) >= BigInt(count);
  }

  #ip(value: bigint): IpAddress {
    return IpAddress.of(this.#family, value);
  }
}

const cutTo = (gaps: readonly Gap[], { first, last }: { readonly first?: bigint; readonly last?: bigint }): Gap[] =>
  gaps.flatMap((gap) => {
    const cut = {
      first: first !== undefined && first > gap.first ? first : gap.first,
      last: last !== undefined && last < gap.last ? last : gap.last,
    };
    return cut.first > cut.last ? [] : [cut];
  });
