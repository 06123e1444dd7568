/** Values that JSON and XML can express. Integers above 2^53 are texts. */
export type WireValue = string | number | boolean | null | WireRecord | WireObject | readonly WireValue[];

/** An object of an answer without a shared shape, printed in the order of its members. */
export interface WireObject {
  readonly [name: string]: WireValue;
}

/**
 * Maximum number of cached shapes that extend one shape by one name. Custom fields and tags are names too, so without a limit the
 * cache could grow.
 */
const maxContinuations = 1000;

/** The member names of a record in order. Records with the same names share a shape, which a codec prepares once. */
export class RecordShape {
  static readonly empty = new RecordShape([]);

  readonly names: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #longer = new Map<string, RecordShape>();

  private constructor(names: readonly string[]) {
    this.names = names;
    this.#indexes = new Map(names.map((name, index) => [name, index]));
  }

  static of(names: Iterable<string>): RecordShape {
    let shape = RecordShape.empty;
    for (const name of names) if (shape.indexOf(name) === undefined) shape = shape.with(name);
    return shape;
  }

  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

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
 * A record of an answer, printed in the order of its members. The names are in a shared shape: plain objects with so many members
 * cost several times as much time.
 */
export class WireRecord {
  #shape: RecordShape;
  readonly #values: WireValue[];
  #streamed: StreamedMember | undefined;

  /** @param values one for each name of the shape; the record takes ownership */
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

  get values(): readonly WireValue[] {
    return this.#values;
  }

  /** The member whose items are read while the record is encoded, if any. */
  get streamed(): StreamedMember | undefined {
    return this.#streamed;
  }

  get(name: string): WireValue | undefined {
    const index = this.#shape.indexOf(name);
    return index === undefined ? undefined : this.#values[index];
  }

  /** Replaces the value of a member, or appends a new one. */
  set(name: string, value: WireValue): void {
    const index = this.#shape.indexOf(name);
    if (index !== undefined) this.#values[index] = value;
    else {
      this.#shape = this.#shape.with(name);
      this.#values.push(value);
    }
  }

  /** Returns a record with the existing members among `names`. */
  only(names: readonly string[]): WireRecord {
    const shown = names.filter((name) => this.#shape.indexOf(name) !== undefined);
    const record = new WireRecord(RecordShape.of(shown), []);
    for (const name of record.shape.names) {
      if (this.#streamed?.name === name) record.#streamed = { ...this.#streamed, index: record.#values.length };
      record.#values.push(this.get(name) ?? null);
    }
    return record;
  }

  /** Appends a list member that is read while the record is encoded as an item of a list. Other code sees an empty list. */
  stream(name: string, items: AsyncIterable<WireValue>): void {
    this.#streamed = { index: this.#values.length, name, items };
    this.set(name, []);
  }
}

export interface StreamedMember {
  readonly index: number;
  readonly name: string;
  readonly items: AsyncIterable<WireValue>;
}

export function membersOf(value: object): (readonly [name: string, value: WireValue])[] {
  if (!(value instanceof WireRecord)) return Object.entries(value);
  const { values } = value;
  return value.shape.names.map((name, index) => [name, values[index] ?? null]);
}
