import fc from 'fast-check';
import { membersOf, type WireObject, WireRecord, type WireValue } from '../../../../adapters/http/wire/wire-value.js';

/** A streamed list that records reads and its end. */
export class ObservedList<T> implements AsyncIterable<T> {
  read = 0;
  ended = false;
  readonly #items: Iterable<T>;

  constructor(items: Iterable<T>) {
    this.#items = items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (const item of this.#items) {
        this.read++;
        yield item;
      }
    } finally {
      this.ended = true;
    }
  }
}

/** Any value of an answer. */
export const wireValues: fc.Arbitrary<WireValue> = fc.letrec<{ value: WireValue; record: WireObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 5, noNullPrototype: true }),
})).value;

/** Members before a nested list, its items, and members after it. */
export const nestingRecords = fc.tuple(
  fc.dictionary(fc.constantFrom('a', 'b'), wireValues, { noNullPrototype: true }),
  fc.array(wireValues),
  fc.dictionary(fc.constantFrom('y', 'z'), wireValues, { noNullPrototype: true }),
);

type NestingRecord = readonly [WireObject, readonly WireValue[], WireObject];

/** The record with its nested list as an array. */
export const nestedWhole = ([before, items, behind]: NestingRecord): WireRecord =>
  WireRecord.of({ ...before, nested: [...items], ...behind });

/** The record with its nested list as a stream. */
export function nestedInPieces([before, items, behind]: NestingRecord): WireRecord {
  const record = WireRecord.of(before);
  record.stream('nested', new ObservedList(items));
  for (const [name, value] of Object.entries(behind)) record.set(name, value);
  return record;
}

/** Converts plain objects to records. */
export function* recordsOf(objects: Iterable<WireObject>): Generator<WireRecord> {
  for (const object of objects) yield WireRecord.of(object);
}

/** A record as a plain object. */
export const plain = (record: WireRecord): WireObject => Object.fromEntries(membersOf(record));

/** Converts every object within a value to a record. */
export function withRecords(value: WireValue): WireValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withRecords);
  return WireRecord.of(Object.fromEntries(membersOf(value).map(([name, member]) => [name, withRecords(member)])));
}
