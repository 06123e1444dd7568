import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf } from '../../../domain/allocation/free-ranges.js';
import {
  type Band,
  type BandedGap,
  bands,
  checkRange,
  gapsInBand,
  storedRange,
} from '../../../domain/allocation/stored-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { expectRefusal } from '../support/refusal.js';
import { networkAt } from '../support/samples.js';

/** Disjoint intervals of small numbers, ascending. */
const intervals = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 16 })
  .map((ends) => ends.sort((a, b) => a - b))
  .map((ends) => ends.flatMap((first, index) => (index % 2 === 0 ? [{ first, last: ends[index + 1] ?? first }] : [])));

const big = ({ first, last }: { readonly first: number; readonly last: number }) => ({
  first: BigInt(first),
  last: BigInt(last),
});

describe('gapsInBand', () => {
  it('finds the runs of the free numbers whose range has the band, as a naive search does', () => {
    const ranged = fc.tuple(intervals, fc.array(fc.constantFrom<Band>('first', 'excluded'), { minLength: 16, maxLength: 16 }));
    fc.assert(
      fc.property(intervals, ranged, (gaps, [ends, chosen]) => {
        const ranges: BandedGap[] = ends.map((each, index) => ({ ...big(each), band: chosen[index] ?? 'first' }));
        for (const band of bands) {
          const bandAt = (value: bigint) => ranges.find(({ first, last }) => first <= value && value <= last)?.band ?? 'open';
          const expected = gaps.flatMap(({ first, last }) => {
            const values = Array.from({ length: last - first + 1 }, (_, index) => BigInt(first + index));
            return runsOf(values.filter((value) => bandAt(value) === band));
          });
          expect(gapsInBand(gaps.map(big), ranges, band)).to.deep.equal(expected);
        }
      }),
    );
  });
});

describe('checkRange', () => {
  const network = networkAt('10.0.0.0/24');
  const range = (first: string, last: string, name = 'a') =>
    storedRange({ id: 1, values: { name, first: IpAddress.parse(first), last: IpAddress.parse(last) }, custom: {} });

  it('accepts a range that touches others, and covers network and broadcast address', () => {
    const others = [range('10.0.0.10', '10.0.0.19'), range('10.0.0.30', '10.0.0.39')];
    checkRange(network, range('10.0.0.20', '10.0.0.29'), others);
    checkRange(network, range('10.0.0.0', '10.0.0.255'), []);
  });

  it('refuses reversed ends, ends outside of the network, and addresses of another range', () => {
    const others = [range('10.0.0.10', '10.0.0.19', 'b')];
    expectRefusal(() => checkRange(network, range('10.0.0.9', '10.0.0.8'), []), 'range.reversed');
    for (const [first, last] of [
      ['10.0.0.250', '10.0.1.1'],
      ['9.255.255.255', '10.0.0.1'],
      ['2001:db8::1', '2001:db8::2'],
      ['10.0.0.1', '2001:db8::2'],
    ] as const)
      expectRefusal(() => checkRange(network, range(first, last), []), 'range.outside');
    for (const [first, last] of [
      ['10.0.0.1', '10.0.0.10'],
      ['10.0.0.19', '10.0.0.25'],
      ['10.0.0.12', '10.0.0.13'],
      ['10.0.0.1', '10.0.0.90'],
    ] as const)
      expectRefusal(() => checkRange(network, range(first, last), others), 'range.overlap', {
        name: 'b',
        range: '10.0.0.10-10.0.0.19',
      });
  });
});
