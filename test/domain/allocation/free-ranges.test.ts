import { expect } from 'chai';
import fc from 'fast-check';
import {
  blockWithin,
  type Gap,
  largestBlockLength,
  lowestWithin,
  runsOf,
  withoutRange,
  withRange,
} from '../../../domain/allocation/free-ranges.js';

const gap = (first: number | bigint, last: number | bigint): Gap => ({ first: BigInt(first), last: BigInt(last) });

describe('An aligned block within a gap', () => {
  for (const [range, size, first, last] of [
    [gap(0, 15), 16n, 0n, 0n],
    [gap(1, 15), 8n, 8n, 8n],
    [gap(1, 14), 8n, undefined, undefined],
    [gap(3, 30), 4n, 4n, 24n],
    [gap(7, 7), 1n, 7n, 7n],
    [gap(0, 2n ** 128n - 1n), 2n ** 127n, 0n, 2n ** 127n],
  ] as const) {
    it(`of ${size} in ${range.first}-${range.last} begins at ${first} or ${last}`, () => {
      expect([blockWithin(range, size, 'first'), blockWithin(range, size, 'last')]).to.deep.equal([first, last]);
    });
  }
});

describe('The largest aligned block within a gap', () => {
  for (const [range, family, length] of [
    [gap(0, 2n ** 32n - 1n), 4, 0],
    [gap(1, 2n ** 32n - 1n), 4, 1],
    [gap(1, 2), 4, 32],
    [gap(1, 3), 4, 31],
    [gap(3, 8), 4, 30],
    [gap(9, 9), 6, 128],
    [gap(0, 2n ** 128n - 1n), 6, 0],
  ] as const) {
    it(`has the prefix length ${length} in ${range.first}-${range.last} of IPv${family}`, () => {
      expect(largestBlockLength(range, family)).to.equal(length);
    });
  }
});

/** Ranges of small numbers. A set of numbers is the reference model. */
const small = fc.tuple(fc.nat(40), fc.nat(8)).map(([first, more]) => gap(first, first + more));
const numbersIn = (gaps: readonly Gap[]): bigint[] =>
  gaps.flatMap(({ first, last }) => Array.from({ length: Number(last - first) + 1 }, (_each, offset) => first + BigInt(offset)));
const gapsOf = (numbers: Iterable<bigint>): Gap[] => runsOf([...new Set(numbers)].sort((a, b) => Number(a - b)));

describe('Gaps', () => {
  const gaps = fc.array(small, { maxLength: 6 }).map((ranges) => gapsOf(numbersIn(ranges)));

  it('without a range are the remaining numbers, disjoint and ascending', () => {
    fc.assert(
      fc.property(gaps, small, (given, taken) => {
        const left = numbersIn(given).filter((value) => value < taken.first || value > taken.last);
        expect(withoutRange(given, taken)).to.deep.equal(gapsOf(left));
      }),
    );
  });

  it('with a range are united where they overlap or touch', () => {
    fc.assert(
      fc.property(gaps, small, (given, freed) => {
        expect(withRange(given, freed)).to.deep.equal(gapsOf([...numbersIn(given), ...numbersIn([freed])]));
      }),
    );
  });

  it('return their lowest numbers within a range', () => {
    fc.assert(
      fc.property(gaps, small, fc.nat(5), (given, range, max) => {
        const within = numbersIn(given).filter((value) => value >= range.first && value <= range.last);
        expect(lowestWithin(given, range, max)).to.deep.equal(within.slice(0, max));
      }),
    );
  });
});
