import { type AddressPage, type AddressQuery, addressPage } from '../../api/address-list';

/** Orders in which the service finds what begins with a text at once. */
export const textOrders: readonly string[] = ['hostname', '-hostname', 'mac', '-mac'];

/** Rows whose text is the same, or begins so: from where on in the list, how many, and the condition that they meet. */
export interface TextRange {
  readonly rank: number;
  readonly count: number;
  readonly condition: readonly [name: string, value: string];
  /** Whether all of them have the same text, or none. */
  readonly isOneText: boolean;
}

/** What host names and MAC addresses are written with, in the order of lists. */
const signs = [...'-.0123456789:_abcdefghijklmnopqrstuvwxyz'];
/** Counts that are asked for at once. */
const together = 4;

/**
 * Finds the part of a list by a text in which a row lies: what begins with a text is counted, with one sign more each time, until
 * few rows are left.
 */
export class TextRanges {
  readonly #wish: AddressQuery;
  readonly #field: string;
  readonly #isDown: boolean;
  readonly #counts = new Map<string, Promise<number>>();
  #shared: Promise<string> | undefined;

  constructor(wish: AddressQuery) {
    this.#wish = wish;
    this.#isDown = wish.sort.startsWith('-');
    this.#field = wish.sort.replace('-', '');
  }

  /** @param few rows of which no smaller part is looked for @returns undefined where the texts have other signs */
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

  /** What all texts of the list begin with. */
  async #begun(named: TextRange, target: number): Promise<TextRange | undefined> {
    this.#shared ??= this.#readShared();
    const condition = this.#condition('[prefix]', await this.#shared);
    return condition[1] === '' ? this.#among(this.#parts(''), named.rank, target) : { ...named, condition };
  }

  async #readShared(): Promise<string> {
    const and = [this.#condition('[null]', '0')];
    const ends = await Promise.all(
      [this.#field, `-${this.#field}`].map((sort) =>
        addressPage({ ...this.#wish, sort }, { limit: 1, fields: `id,ip,${this.#field}`, and }),
      ),
    );
    const [first = '', last = ''] = ends.map(({ rows: [row] }: AddressPage) => String(row?.[this.#field] ?? '').toLowerCase());
    const length = [...first].findIndex((sign, index) => sign !== last[index]);
    return length < 0 ? first : first.slice(0, length);
  }

  /** Conditions of the parts of what begins with a text: it itself, and it with one sign more. */
  #parts(text: string): readonly TextRange['condition'][] {
    const longer = signs.map((sign) => this.#condition('[prefix]', text + sign));
    const all = text === '' ? longer : [this.#condition('', text), ...longer];
    return this.#isDown ? all.toReversed() : all;
  }

  /** The one of some parts, which follow each other from a row on, in which another row lies. */
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
    const count = addressPage(this.#wish, { limit: 1, count: true, fields: 'id,ip', and: [condition] }).then(
      ({ total }) => total,
    );
    this.#counts.set(key, count);
    return count;
  }
}

const isOne = ([name, value]: TextRange['condition']): boolean =>
  !name.endsWith('[prefix]') && !(name.endsWith('[null]') && value === '0');
