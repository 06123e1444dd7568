import { expect } from 'chai';
import fc from 'fast-check';
import { foldCase, occurrenceTest } from '../../../domain/listing/text-match.js';

describe('A case-folded text', () => {
  const folded: readonly (readonly [text: string, form: string])[] = [
    ['WEB-01', 'web-01'],
    ['Größe', 'größe'],
    ['GRÖßE', 'größe'],
    ['ЖУК', 'жук'],
    ['𐐀', '𐐨'],
    ['İ', 'İ'], // its lower case is two characters
    ['', ''],
  ];
  for (const [text, form] of folded) it(`is '${form}' for '${text}'`, () => expect(foldCase(text)).to.equal(form));

  it('folds to itself, and has the same number of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = foldCase(text);
        expect(foldCase(once)).to.equal(once);
        expect([...once]).to.have.length([...text].length);
      }),
    );
  });

  it('is found in any text that contains it, even with pattern characters', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, term, after) => {
        expect(occurrenceTest(term)(`${before}${term}${after}`)).to.equal(true);
      }),
    );
  });
});
