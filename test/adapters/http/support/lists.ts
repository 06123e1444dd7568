import fc from 'fast-check';
import { membersOf, type WireObject, WireRecord, type WireValue } from '../../../../adapters/http/wire/wire-value.js';

/** A list that comes piece by piece and notes what its reader did. */
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

/** Any value that an answer may carry. */
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

/** What a record with a list within may be made of: members before it, its items, members behind it. */
export const nestingRecords = fc.tuple(
  fc.dictionary(fc.constantFrom('a', 'b'), wireValues, { noNullPrototype: true }),
  fc.array(wireValues),
  fc.dictionary(fc.constantFrom('y', 'z'), wireValues, { noNullPrototype: true }),
);

type NestingRecord = readonly [WireObject, readonly WireValue[], WireObject];

/** Such a record with its list at hand. */
export const nestedWhole = ([before, items, behind]: NestingRecord): WireRecord =>
  WireRecord.of({ ...before, nested: [...items], ...behind });

/** The same with its list still to be read. */
export function nestedInPieces([before, items, behind]: NestingRecord): WireRecord {
  const record = WireRecord.of(before);
  record.stream('nested', new ObservedList(items));
  for (const [name, value] of Object.entries(behind)) record.set(name, value);
  return record;
}

/** Records of what plain objects hold, one by one. */
export function* recordsOf(objects: Iterable<WireObject>): Generator<WireRecord> {
  for (const object of objects) yield WireRecord.of(object);
}

/** A record as a plain object. */
export const plain = (record: WireRecord): WireObject => Object.fromEntries(membersOf(record));

/** A value with a record for every object in it. */
export function withRecords(value: WireValue): WireValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withRecords);
  return WireRecord.of(Object.fromEntries(membersOf(value).map(([name, member]) => [name, withRecords(member)])));
}
