import { expect } from 'chai';
import fc from 'fast-check';
import { idListOf, noIds, withoutIds } from '../../../domain/fields/id-list.js';

describe('A list of ids without those of deleted records', () => {
  const cases: readonly (readonly [list: string, gone: readonly number[], left: string])[] = [
    ['1;2;3', [2], '1;3'],
    ['1;12;2', [2], '1;12'],
    ['7', [7], noIds],
    ['7;8', [8, 7], noIds],
    ['7', [8], '7'],
    [noIds, [1], noIds],
  ];
  for (const [list, gone, left] of cases)
    it(`is ${left} if ${gone.join(' and ')} of ${list} are deleted`, () =>
      expect(withoutIds(list, new Set(gone))).to.equal(left));

  it('contains the remaining ids in the same order', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(ids, fc.array(fc.integer({ min: 1, max: 40 })), (named, gone) => {
        const left = named.filter((id) => !gone.includes(id));
        expect(withoutIds(named.join(';'), new Set(gone))).to.equal(left.length > 0 ? left.join(';') : noIds);
      }),
    );
  });
});

describe('a list of some ids', () => {
  it('is in numeric order, and null without ids, because an empty list would mean all', () => {
    expect(idListOf([10, 9, 1])).to.equal('1;9;10');
    expect(idListOf([3])).to.equal('3');
    expect(idListOf([])).to.equal(null);
  });
});
