import { expect } from 'chai';
import fc from 'fast-check';
import { crossingOf, isAboveThreshold, percentUsed } from '../../../domain/notifications/alarm.js';

const usage = (used: bigint, size: bigint) => ({ used, size });

describe('Thresholds', () => {
  it('are reached from their percentage on', () => {
    const table: readonly [used: bigint, size: bigint, threshold: number | null, isAbove: boolean][] = [
      [79n, 100n, 80, false],
      [80n, 100n, 80, true],
      [203n, 254n, 80, false],
      [204n, 254n, 80, true],
      [254n, 254n, 100, true],
      [254n, 254n, 0, false],
      [254n, 254n, null, false],
      [0n, 0n, 80, false],
      [2n ** 127n, 2n ** 128n, 50, true],
      [2n ** 127n - 1n, 2n ** 128n, 50, false],
    ];
    for (const [used, size, threshold, isAbove] of table)
      expect(isAboveThreshold(usage(used, size), threshold), `${used}/${size} ${threshold}`).to.equal(isAbove);
  });

  it('are crossed upwards and downwards alternately, for any sequence of usages', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 100n)), fc.integer({ min: 1, max: 100 }), (uses, threshold) => {
        let wasAbove = false;
        const crossings = uses.flatMap((used) => {
          const isAbove = isAboveThreshold(usage(used, 100n), threshold);
          const crossing = crossingOf(wasAbove, isAbove);
          wasAbove = isAbove;
          return crossing ? [crossing] : [];
        });
        crossings.forEach((crossing, index) => {
          expect(crossing).to.equal(index % 2 === 0 ? 'risen' : 'fallen');
        });
      }),
    );
  });

  it('are compared with a percentage that is rounded down', () => {
    expect(percentUsed(usage(203n, 254n))).to.equal(79);
    expect(percentUsed(usage(1n, 0n))).to.equal(0);
  });
});
