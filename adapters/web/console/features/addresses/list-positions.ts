import { type AddressQuery, type AddressRow, addressPage, type ListPage, type Parameters } from '../../api/lists';
import type { Prefix } from '../../values/gaps';
import { bitsOf, numberOf, textOf } from '../../values/ip';
import { TextRanges, textOrders } from './text-ranges';

/** Rows per read. */
export const chunk = 200;
/** Rows skipped per request during a search for a position. */
const stride = 1000;
/** Distance in rows at which interpolation ends and the remaining rows are read. */
const interpolationEndRows = 4 * stride;
const maxGuesses = 16;

interface Anchor {
  readonly rank: number;
  readonly address: bigint;
}

interface Start {
  readonly rank: number;
  readonly after?: string;
  readonly and?: Parameters;
}

/** Whether distant positions are found without reading all rows before them. */
export const isSeekable = ({ sort }: AddressQuery): boolean => sort.endsWith('ip') || textOrders.includes(sort);

/** Finds the cursors of chunks: in address order by interpolation, in text order by prefixes. Visited positions are cached. */
export class ListPositions {
  readonly #addressQuery: AddressQuery;
  readonly #total: number;
  readonly #cursors = new Map<number, string>([[0, '']]);
  readonly #anchors: Anchor[] | undefined;
  readonly #isVersion6: boolean;
  readonly #isDown: boolean;
  readonly #network: Prefix;
  readonly #texts: TextRanges | undefined;
  #isEndReached = false;

  constructor(addressQuery: AddressQuery, total: number, network: Prefix) {
    this.#addressQuery = addressQuery;
    this.#total = total;
    this.#isVersion6 = network.subnet.includes(':');
    this.#isDown = addressQuery.sort === '-ip';
    this.#network = network;
    this.#texts = textOrders.includes(addressQuery.sort) ? new TextRanges(addressQuery) : undefined;
    const first = numberOf(network.subnet);
    const behind = first + (1n << BigInt(bitsOf(network.subnet) - network.mask));
    const ends = [
      { rank: 0, address: this.#isDown ? behind : first },
      { rank: total, address: this.#isDown ? first : behind },
    ];
    this.#anchors = addressQuery.sort.endsWith('ip') ? ends : undefined;
  }

  /** @param index of the chunk, from 0 */
  async rows(index: number, fields: string): Promise<readonly AddressRow[]> {
    const after = this.#cursors.get(index) ?? (await this.#find(index));
    if (after === undefined) return [];
    const page = await addressPage(this.#addressQuery, { limit: chunk, fields, after });
    this.#note(index, page);
    return page.rows;
  }

  #note(index: number, { rows, next }: ListPage<AddressRow>): void {
    if (next !== '') this.#cursors.set(index + 1, next);
    const [first] = rows;
    if (first) this.#anchor({ rank: index * chunk, address: numberOf(first.ip) });
  }

  /** @returns undefined after the end */
  async #find(index: number): Promise<string | undefined> {
    const target = index * chunk;
    const known = Math.max(...[...this.#cursors.keys()].filter((each) => each < index));
    const from = { rank: known * chunk, after: this.#cursors.get(known) ?? '' };
    const found = target - from.rank > interpolationEndRows ? await this.#startBefore(target) : undefined;
    const start: Start = found && found.rank >= from.rank ? found : from;
    return this.#walk(start.rank, target, start);
  }

  async #startBefore(target: number): Promise<Start | undefined> {
    if (this.#texts) return this.#startInTexts(this.#texts, target);
    const guessed = this.#anchors && (await this.#guess(this.#anchors, target));
    return guessed && { rank: guessed.rank, and: [[this.#condition(), this.#text(guessed.address)]] };
  }

  /** Rows of equal text are in address order. A cursor encodes a position in the order, independent of the filters. */
  async #startInTexts(texts: TextRanges, target: number): Promise<Start | undefined> {
    const range = await texts.around(target - 1, interpolationEndRows);
    if (!range) return undefined;
    const { rank, count, condition, isOneText } = range;
    const alike = { ...this.#addressQuery, sort: 'ip', where: [...this.#addressQuery.where, condition] };
    const guessed =
      isOneText && target - rank > interpolationEndRows
        ? await new ListPositions(alike, count, this.#network).before(target - 1 - rank)
        : undefined;
    const and: Parameters = guessed ? [condition, ['filter[ip][gte]', this.#text(guessed.address)]] : [condition];
    const { next } = await addressPage(this.#addressQuery, { limit: 1, fields: 'id,ip', and });
    return next === '' ? undefined : { rank: rank + (guessed?.rank ?? 0) + 1, after: next };
  }

  /** Returns a position shortly before a row, in a list ordered by address. */
  async before(target: number): Promise<Anchor | undefined> {
    return this.#anchors && this.#guess(this.#anchors, target);
  }

  async #walk(from: number, to: number, start: { after?: string; and?: Parameters }): Promise<string | undefined> {
    let { after = '' } = start;
    for (let rank = from; rank < to; ) {
      const limit = Math.min(stride, to - rank);
      const where = after ? { after } : start.and ? { and: start.and } : {};
      const { next } = await addressPage(this.#addressQuery, { limit, fields: 'id,ip', ...where });
      if (next === '') return undefined;
      [after, rank] = [next, rank + limit];
      if (rank % chunk === 0) this.#cursors.set(rank / chunk, after);
    }
    if (after !== '' || from < to) return after;
    return this.#before(start.and ?? []);
  }

  /** Returns the cursor directly before the first row that meets a condition. */
  async #before(and: Parameters): Promise<string | undefined> {
    const [first] = (await addressPage(this.#addressQuery, { limit: 1, fields: 'id,ip', and })).rows;
    if (!first) return undefined;
    const sort = this.#isDown ? 'ip' : '-ip';
    const condition = this.#isDown ? 'filter[ip][gt]' : 'filter[ip][lt]';
    const [last] = (
      await addressPage({ ...this.#addressQuery, sort }, { limit: 1, fields: 'id,ip', and: [[condition, first.ip]] })
    ).rows;
    if (!last) return '';
    const at: Parameters = [[this.#condition(), last.ip]];
    return (await addressPage(this.#addressQuery, { limit: 1, fields: 'id,ip', and: at })).next;
  }

  /** Finds a position shortly before a row by counting rows. */
  async #guess(anchors: readonly Anchor[], target: number): Promise<Anchor | undefined> {
    let former = 0n;
    await this.#findEnd();
    for (let guess = 0; guess < maxGuesses; guess++) {
      const low = anchors.findLast(({ rank }) => rank <= target);
      const high = anchors.find(({ rank }) => rank > target);
      if (!low) return undefined;
      if (!high || target - low.rank <= interpolationEndRows) return low;
      const wide = high.address - low.address;
      const isSlow = former !== 0n && absolute(wide) * 2n > absolute(former);
      const share = isSlow ? 0.5 : Math.max(0, target - low.rank - stride) / (high.rank - low.rank);
      former = isSlow ? 0n : wide;
      const address = low.address + (wide * BigInt(Math.round(share * 1e9))) / 1_000_000_000n;
      if (address === low.address || address === high.address) return low;
      this.#anchor({ rank: await this.#rankOf(address), address });
    }
    return anchors.findLast(({ rank }) => rank <= target);
  }

  /** Excludes the range after the last row from interpolation. */
  async #findEnd(): Promise<void> {
    if (this.#isEndReached) return;
    const sort = this.#isDown ? 'ip' : '-ip';
    const [last] = (await addressPage({ ...this.#addressQuery, sort }, { limit: 1, fields: 'id,ip' })).rows;
    if (last) this.#anchor({ rank: this.#total - 1, address: numberOf(last.ip) });
    this.#isEndReached = true;
  }

  async #rankOf(address: bigint): Promise<number> {
    const name = this.#isDown ? 'filter[ip][gt]' : 'filter[ip][lt]';
    const and: Parameters = [[name, this.#text(address)]];
    return (await addressPage(this.#addressQuery, { limit: 1, count: true, fields: 'id,ip', and })).total;
  }

  #anchor(anchor: Anchor): void {
    const anchors = this.#anchors;
    if (!anchors || anchor.rank > this.#total) return;
    const index = anchors.findIndex(({ rank }) => rank >= anchor.rank);
    if (anchors[index]?.rank === anchor.rank) anchors[index] = anchor;
    else anchors.splice(index, 0, anchor);
  }

  #condition(): string {
    return this.#isDown ? 'filter[ip][lte]' : 'filter[ip][gte]';
  }

  #text(address: bigint): string {
    return textOf(address, this.#isVersion6);
  }
}

const absolute = (number: bigint): bigint => (number < 0n ? -number : number);
