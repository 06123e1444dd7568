import { expect } from 'chai';
import fc from 'fast-check';
import { JsonListTexts } from '../../../../adapters/http/codec/json-list-texts.js';
import { jsonText } from '../../../../adapters/http/codec/json-text.js';
import { RecordShape, WireRecord, type WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { wireValues, withRecords } from '../support/lists.js';

const link = RecordShape.of(['rel', 'href']);

/** A small set of values, so that some values of a list are equal. */
const values: fc.Arbitrary<WireValue> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<WireValue>(null, 'same', 0, 7, 0.5, true, '', 'a "quoted" text') },
  fc.constantFrom<WireValue>('é', '\n', '\ud800', '\u0000').map((href) => [new WireRecord(link, ['self', href])]),
  wireValues.map(withRecords),
);

const lists = fc
  .uniqueArray(fc.constantFrom('id', 'ip', 'Used_percent', 'a"b', 'note'), { maxLength: 5 })
  .chain((names) =>
    fc
      .array(fc.array(values, { minLength: names.length, maxLength: names.length }), { maxLength: 8 })
      .map((rows) => rows.map((row) => new WireRecord(RecordShape.of(names), row))),
  );

describe('The items of a list as JSON', () => {
  it('have the same text as if written alone, also with equal members', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom('text', 'native'), (records, numbers) => {
        const texts = new JsonListTexts(numbers);
        for (const record of records) expect(texts.of(record)).to.equal(jsonText(record, numbers));
      }),
    );
  });

  it('may be records of several shapes or other values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(wireValues, wireValues.map(withRecords))),
        fc.constantFrom('text', 'native'),
        (items, numbers) => {
          const texts = new JsonListTexts(numbers);
          for (const item of items) expect(texts.of(item)).to.equal(jsonText(item, numbers));
        },
      ),
    );
  });

  it('reflect a member that changes, and one that changes back', () => {
    const shape = RecordShape.of(['id', 'note', 'tag']);
    const texts = new JsonListTexts('text');
    const written = [
      [1, null, 2],
      [2, null, 2],
      [3, 'new', 2],
      [4, null, 2],
      [5, null, null],
    ].map((row) => texts.of(new WireRecord(shape, row)));
    expect(written).to.deep.equal([
      '{"id":"1","note":null,"tag":"2"}',
      '{"id":"2","note":null,"tag":"2"}',
      '{"id":"3","note":"new","tag":"2"}',
      '{"id":"4","note":null,"tag":"2"}',
      '{"id":"5","note":null,"tag":null}',
    ]);
  });
});
