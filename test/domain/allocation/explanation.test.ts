import { expect } from 'chai';
import fc from 'fast-check';
import {
  coverSpan,
  type ExplainedSpan,
  examinedRange,
  explanationOf,
  reasonOfFree,
  reasonOfGap,
  reasonOfRecord,
  summaryOf,
} from '../../../domain/allocation/explanation.js';
import { Prefix } from '../../../domain/net/prefix.js';

const gap = (first: number, last: number) => ({ first: BigInt(first), last: BigInt(last) });

describe('Explanations', () => {
  it('cover a span completely: each number is in one known span or in a free one', () => {
    const known = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 6 })), { maxLength: 8 });
    const property = fc.property(
      known,
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      (given, start, length) => {
        const sorted = given.map(([first, size]): ExplainedSpan => ({ ...gap(first, first + size), reason: 'used' }));
        sorted.sort((a, b) => Number(a.first - b.first));
        const span = gap(start, start + length);
        const parts = coverSpan(span, sorted, (free) => [{ ...free, reason: 'fits' }]);
        const covered = parts.flatMap(({ first, last, reason }) =>
          Array.from({ length: Number(last - first) + 1 }, (_, place) => [Number(first) + place, reason]),
        );
        const isKnown = (value: number) => sorted.some(({ first, last }) => first <= value && last >= value);
        const expected = Array.from({ length: length + 1 }, (_, place) => start + place);
        expect(covered).to.deep.equal(expected.map((value) => [value, isKnown(value) ? 'used' : 'fits']));
      },
    );
    fc.assert(property);
  });

  it('join adjacent spans with one reason, from the end that is searched first, and count omitted addresses', () => {
    const spans: ExplainedSpan[] = Array.from({ length: 300 }, (_, place) => ({
      ...gap(place, place),
      reason: place % 3 === 0 ? 'used' : 'held',
      ...(place % 3 === 0 ? {} : { until: `2026-01-01 00:00:${String(place % 60).padStart(2, '0')}` }),
    }));
    const up = explanationOf(4, gap(0, 309), { spans, taken: [gap(305, 309)] }, false);
    expect([up.ranges.length, String(up.ranges[1]?.first), String(up.ranges[1]?.last), up.ranges[1]?.until]).to.deep.equal([
      100,
      '0.0.0.1',
      '0.0.0.2',
      '2026-01-01 00:00:02',
    ]);
    expect(up.leftOff).to.equal(305n - 150n);
    const down = explanationOf(4, gap(0, 299), { spans, taken: [] }, true);
    expect([String(down.ranges[0]?.first), String(down.ranges[0]?.last)]).to.deep.equal(['0.0.1.42', '0.0.1.43']);
  });

  it('end at the allocated addresses, unless the policy examines the whole range', () => {
    const taken = [gap(4, 4), gap(8, 8)];
    const of = (policy: string) => examinedRange(gap(0, 15), taken, policy);
    expect([of('lowest'), of('highest'), of('random'), of('best')]).to.deep.equal([
      gap(0, 8),
      gap(4, 15),
      gap(0, 15),
      gap(0, 15),
    ]);
    expect(examinedRange(gap(0, 15), [], 'lowest')).to.deep.equal(gap(0, 15));
  });

  it('cover only the part of a span that was read', () => {
    const known = [gap(3, 3), gap(5, 7)];
    expect(summaryOf(gap(0, 15), known, 3, false)).to.deep.equal(gap(0, 15));
    expect(summaryOf(gap(0, 15), known, 2, false)).to.deep.equal(gap(0, 7));
    expect(summaryOf(gap(0, 15), known, 2, true)).to.deep.equal(gap(3, 15));
  });

  it('give records and gaps their reasons', () => {
    expect([
      reasonOfRecord({ heldUntil: 'x', tag: 3 }),
      reasonOfRecord({ heldUntil: null, tag: 3 }),
      reasonOfRecord({ heldUntil: null, tag: null }),
    ]).to.deep.equal([{ reason: 'held', until: 'x' }, { reason: 'reserved' }, { reason: 'used' }]);
    expect([
      reasonOfFree(gap(0, 1), { isContiguous: true, count: 3 }),
      reasonOfFree(gap(0, 2), { isContiguous: true, count: 3 }),
      reasonOfFree(gap(0, 0), { isContiguous: false, count: 3 }),
    ]).to.deep.equal(['tooSmall', 'fits', 'fits']);
    const network = Prefix.parse('0.0.0.0/24');
    const of = (first: number, last: number) => reasonOfGap(gap(first, last), network, 28);
    expect([of(0, 14), of(1, 30), of(1, 31), of(0, 15)]).to.deep.equal(['tooSmall', 'unaligned', 'fits', 'fits']);
    expect(reasonOfGap(gap(0, 255), network, 20)).to.equal('tooSmall');
  });
});
