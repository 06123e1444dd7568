import { type AddressQuery, addressPage } from '../../api/lists';

/** Orders in which the service searches by prefix with an index. */
export const textOrders: readonly string[] = ['hostname', '-hostname', 'mac', '-mac'];

/** Consecutive rows with the same text or prefix: number of the first row, number of rows, and filter that selects the rows. */
interface TextRange {
  readonly rank: number;
  readonly count: number;
  readonly condition: readonly [name: string, value: string];
  /** Whether all rows have the same text, or none has a text. */
  readonly isOneText: boolean;
}

/** Characters of host names and MAC addresses, in sort order. */
const signs = [...'-.0123456789:_abcdefghijklmnopqrstuvwxyz'];
/** Parallel count requests. */
const together = 4;

/** Finds the text range of a row: counts the rows of a prefix, and extends the prefix by one character until few rows remain. */
export class TextRanges {
  readonly #addressQuery: AddressQuery;
  readonly #field: string;
  readonly #isDown: boolean;
  readonly #counts = new Map<string, Promise<number>>();
  #shared: Promise<string> | undefined;

  constructor(addressQuery: AddressQuery) {
    this.#addressQuery = addressQuery;
    this.#isDown = addressQuery.sort.startsWith('-');
    this.#field = addressQuery.sort.replace('-', '');
  }

  /**
   * Finds a range that contains a row. The range has more than `few` rows only if it has one text (`isOneText`), or if texts
   * contain other characters than `signs`.
   * @param few number of rows up to which a range is not divided
   * @returns undefined if no range contains the row
   */
  async around(target: number, few: number): Promise<TextRange | undefined> {
    const unset = this.#condition('[null]', '1');
    const named = this.#condition('[null]', '0');
    let found = await this.#among(this.#isDown ? [named, unset] : [unset, named], 0, target);
    let text = '';
    while (found && !found.isOneText && found.count > few) {
      const narrower: TextRange | undefined =
        text === '' ? await this.#begun(found, target) : await this.#among(this.#parts(text), found.rank, target);
      if (!narrower) break;
      [found, text] = [narrower, narrower.condition[1]];
    }
    return found;
  }

  async #begun(named: TextRange, target: number): Promise<TextRange | undefined> {
    this.#shared ??= this.#readShared();
    const condition = this.#condition('[prefix]', await this.#shared);
    return condition[1] === '' ? this.#among(this.#parts(''), named.rank, target) : { ...named, condition };
  }

  async #readShared(): Promise<string> {
    const and = [this.#condition('[null]', '0')];
    const ends = await Promise.all(
      [this.#field, `-${this.#field}`].map((sort) =>
        addressPage({ ...this.#addressQuery, sort }, { limit: 1, fields: `id,ip,${this.#field}`, and }),
      ),
    );
    const [first = '', last = ''] = ends.map(({ rows: [row] }) => String(row?.[this.#field] ?? '').toLowerCase());
    const length = [...first].findIndex((sign, index) => sign !== last[index]);
    return length < 0 ? first : first.slice(0, length);
  }

  /** Returns filters that divide the range of a prefix: the exact text, and each prefix with one more character. */
  #parts(text: string): readonly TextRange['condition'][] {
    const longer = signs.map((sign) => this.#condition('[prefix]', text + sign));
    const all = text === '' ? longer : [this.#condition('', text), ...longer];
    return this.#isDown ? all.toReversed() : all;
  }

  async #among(conditions: readonly TextRange['condition'][], from: number, target: number): Promise<TextRange | undefined> {
    let rank = from;
    for (let next = 0; next < conditions.length; next += together) {
      const some = conditions.slice(next, next + together);
      const counts = await Promise.all(some.map((condition) => this.#count(condition)));
      for (const [index, condition] of some.entries()) {
        const count = counts[index] ?? 0;
        if (rank + count > target) return { rank, count, condition, isOneText: isOne(condition) };
        rank += count;
      }
    }
    return undefined;
  }

  #condition(operator: string, value: string): TextRange['condition'] {
    return [`filter[${this.#field}]${operator}`, value];
  }

  #count(condition: TextRange['condition']): Promise<number> {
    const key = condition.join(' ');
    const known = this.#counts.get(key);
    if (known) return known;
    const count = addressPage(this.#addressQuery, { limit: 1, count: true, fields: 'id,ip', and: [condition] }).then(
      ({ total }) => total,
    );
    this.#counts.set(key, count);
    return count;
  }
}

const isOne = ([name, value]: TextRange['condition']): boolean =>
  !name.endsWith('[prefix]') && !(name.endsWith('[null]') && value === '0');
