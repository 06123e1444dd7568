import { expect } from 'chai';
import fc from 'fast-check';
import { daysAfter } from '../../../domain/trends/day.js';
import { forecastOf } from '../../../domain/trends/forecast.js';
import type { UsagePoint } from '../../../domain/trends/usage-history.js';

const first = '2026-01-01';
const series = (used: readonly number[], size = 254, step = 1): UsagePoint[] =>
  used.map((count, index) => ({ day: daysAfter(first, index * step), used: BigInt(count), size: BigInt(size) }));
const line = (length: number, perDay: number, start = 0): number[] =>
  Array.from({ length }, (_, day) => Math.round(start + perDay * day));

describe('The forecast of a network', () => {
  it('continues a line until the network is full', () => {
    const forecast = forecastOf(series(line(30, 2, 100)));
    expect(forecast).to.deep.equal({ perDay: 2, fullInDays: 48, fullOn: daysAfter(first, 29 + 48) });
  });

  it('ignores a few outliers', () => {
    const used = line(60, 1, 50);
    for (const day of [5, 20, 21, 40]) used[day] = 250;
    used[33] = 0;
    expect(forecastOf(series(used))?.fullInDays).to.equal(254 - 109);
  });

  it('counts missed days', () => {
    expect(forecastOf(series(line(13, 7, 10), 254, 7))).to.include({ perDay: 1, fullInDays: 160 });
  });

  it('follows the last 90 days only', () => {
    const used = [...line(200, 0, 10), ...line(91, 1, 10)];
    expect(forecastOf(series(used))).to.include({ perDay: 1, fullInDays: 154 });
  });

  it('uses the present size of a network that was resized', () => {
    const points = series(line(30, 2, 100));
    const resized = points.map((point, index) => (index < 20 ? point : { ...point, size: 510n }));
    expect(forecastOf(resized)?.fullInDays).to.equal((510 - 158) / 2);
  });

  it('is today for a full network', () => {
    expect(forecastOf(series([254]))).to.deep.equal({ perDay: 0, fullInDays: 0, fullOn: first });
  });

  it('is none with too little data, for a flat or falling trend, without addresses, and beyond ten years', () => {
    for (const [title, points] of [
      ['nothing', []],
      ['six points', series(line(6, 2), 254, 7)],
      ['thirteen days', series(line(14, 2))],
      ['flat', series(line(60, 0, 100))],
      ['falling', series(line(60, -1, 100))],
      ['a step', series([...line(40, 0, 10), ...line(20, 0, 200)])],
      ['no addresses', series(line(60, 0), 0)],
      ['ten years', series(line(60, 0.2), 2 ** 24)],
    ] as const)
      expect(forecastOf(points), title).to.equal(undefined);
  });

  it('exists for IPv6 networks, too', () => {
    const points = series(line(30, 1)).map(({ day }, index) => ({
      day,
      used: (1n << 63n) + (BigInt(index) << 57n),
      size: 1n << 64n,
    }));
    expect(forecastOf(points)?.fullInDays).to.equal(64 - 29);
  });

  it('is always later than the last point of a network with free addresses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 253 }), { maxLength: 120 }), (used) => {
        const forecast = forecastOf(series(used));
        if (!forecast) return;
        expect(forecast.fullInDays).to.be.within(1, 3650);
        expect(forecast.perDay).to.be.greaterThan(0);
      }),
    );
  });
});
