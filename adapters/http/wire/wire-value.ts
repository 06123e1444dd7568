/** What an answer can carry: the values that both JSON and XML can express. Integers beyond 2^53 travel as text. */
export type WireValue = string | number | boolean | null | WireRecord | WireObject | readonly WireValue[];

/** A small object of an answer, of which there are not many: its members are printed in their order. */
export interface WireObject {
  readonly [name: string]: WireValue;
}

/** How many ways a shape may be continued before it forgets them: names come from custom fields and tags, too. */
const maxContinuations = 1000;

/** The names of a record's members in their order. Records with the same names share one shape, so a codec prepares it once. */
export class RecordShape {
  /** Of a record without members. */
  static readonly empty = new RecordShape([]);

  readonly names: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #longer = new Map<string, RecordShape>();

  private constructor(names: readonly string[]) {
    this.names = names;
    this.#indexes = new Map(names.map((name, index) => [name, index]));
  }

  /** The shape of names, each of which counts once. */
  static of(names: Iterable<string>): RecordShape {
    let shape = RecordShape.empty;
    for (const name of names) if (shape.indexOf(name) === undefined) shape = shape.with(name);
    return shape;
  }

  /** The place of a member; undefined where there is none of that name. */
  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

  /** The shape with one more name at its end. */
  with(name: string): RecordShape {
    const known = this.#longer.get(name);
    if (known) return known;
    if (this.#longer.size === maxContinuations) this.#longer.clear();
    const shape = new RecordShape([...this.names, name]);
    this.#longer.set(name, shape);
    return shape;
  }
}

/**
 * A record of an answer: its members are printed in their order. Names are kept apart from values, as lists have many records
 * with the same names: a plain object with so many members costs several times as much to fill and to write.
 */
export class WireRecord {
  #shape: RecordShape;
  readonly #values: WireValue[];
  #streamed: StreamedMember | undefined;

  /** @param values one for each name of the shape; the record's own from now on */
  constructor(shape: RecordShape, values: WireValue[]) {
    this.#shape = shape;
    this.#values = values;
  }

  static of(members: Readonly<Record<string, WireValue>>): WireRecord {
    return new WireRecord(RecordShape.of(Object.keys(members)), Object.values(members));
  }

  get shape(): RecordShape {
    return this.#shape;
  }

  /** The values of the members, in the order of the shape's names. */
  get values(): readonly WireValue[] {
    return this.#values;
  }

  /** The member whose items come while the record is being written, if there is one. */
  get streamed(): StreamedMember | undefined {
    return this.#streamed;
  }

  /** A member's value; undefined where there is none of that name. */
  get(name: string): WireValue | undefined {
    const index = this.#shape.indexOf(name);
    return index === undefined ? undefined : this.#values[index];
  }

  /** Gives a member a value: one that is there in its place, a new one at the end. */
  set(name: string, value: WireValue): void {
    const index = this.#shape.indexOf(name);
    if (index !== undefined) this.#values[index] = value;
    else {
      this.#shape = this.#shape.with(name);
      this.#values.push(value);
    }
  }

  /** A record with some of the members only, those of them that are there. */
  only(names: readonly string[]): WireRecord {
    const shown = names.filter((name) => this.#shape.indexOf(name) !== undefined);
    const record = new WireRecord(RecordShape.of(shown), []);
    for (const name of record.shape.names) {
      if (this.#streamed?.name === name) record.#streamed = { ...this.#streamed, index: record.#values.length };
      record.#values.push(this.get(name) ?? null);
    }
    return record;
  }

  /**
   * Gives the record one member more, a list that is read while it is being written, and not before: the record must be an
   * item of a list. To everybody else the member is an empty list.
   */
  stream(name: string, items: AsyncIterable<WireValue>): void {
    this.#streamed = { index: this.#values.length, name, items };
    this.set(name, []);
  }
}

/** A list within a record that is as long as it likes. */
export interface StreamedMember {
  /** Its place among the record's members. */
  readonly index: number;
  readonly name: string;
  readonly items: AsyncIterable<WireValue>;
}

/** The members of a record or of a plain object. */
export function membersOf(value: object): (readonly [name: string, value: WireValue])[] {
  if (!(value instanceof WireRecord)) return Object.entries(value);
  const { values } = value;
  return value.shape.names.map((name, index) => [name, values[index] ?? null]);
}
