import { expect } from 'chai';
import fc from 'fast-check';
import { type Day, dayAt, dayNumber, daysAfter, daysBetween, readDay } from '../../../domain/trends/day.js';
import { expendableDays, growthBase, maxPoints, type RecordedDay, thinned } from '../../../domain/trends/usage-history.js';

const complete = (days: readonly Day[]): RecordedDay[] => days.map((day) => ({ day, isComplete: true }));
const daysUntil = (today: Day, count: number): Day[] => Array.from({ length: count }, (_, i) => daysAfter(today, i - count + 1));
const today = '2026-11-26';

/** The remaining days after a run of the job on each day. */
function leftAfter(days: readonly RecordedDay[]): RecordedDay[] {
  let left: RecordedDay[] = [];
  for (const each of days) {
    left.push(each);
    const gone = new Set(expendableDays(left, each.day));
    left = left.filter(({ day }) => !gone.has(day));
  }
  return left;
}

const recorded = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 16_000, max: 20_500 }), fc.boolean()), {
    selector: ([number]) => number,
    minLength: 1,
    maxLength: 400,
  })
  .map((pairs) =>
    pairs.toSorted(([one], [other]) => one - other).map(([number, isComplete]) => ({ day: dayAt(number), isComplete })),
  );

describe('The retention of usage points', () => {
  it('leaves every day of 90 days, then one day of each week, then one of each month, and nothing after ten years', () => {
    const all = daysUntil(today, 4200);
    const gone = new Set(expendableDays(complete(all), today));
    const left = all.filter((day) => !gone.has(day));
    const ages = left.map((day) => daysBetween(day, today));
    expect(ages.filter((age) => age < 90)).to.have.lengthOf(90);
    expect(ages.filter((age) => age >= 90 && age < 730)).to.have.lengthOf(91);
    expect(ages.filter((age) => age >= 730)).to.have.lengthOf(96);
    expect(Math.max(...ages)).to.be.lessThan(3650);
    expect(left.length).to.be.lessThan(maxPoints);
  });

  it('leaves a bounded number of points after daily runs for eleven years', () => {
    const left = leftAfter(complete(daysUntil(today, 4015)));
    expect(left.length).to.be.within(250, maxPoints);
    const months = new Set(left.filter(({ day }) => daysBetween(day, today) >= 730).map(({ day }) => day.slice(0, 7)));
    expect(months.size).to.be.at.least(95);
  });

  it('prefers the last complete day of a week', () => {
    const week = ['2026-06-01', '2026-06-02', '2026-06-03'];
    const days = week.map((day, index) => ({ day, isComplete: index < 2 }));
    expect(expendableDays(days, today)).to.deep.equal(['2026-06-01', '2026-06-03']);
    expect(
      expendableDays(
        week.map((day) => ({ day, isComplete: false })),
        today,
      ),
    ).to.deep.equal(['2026-06-01', '2026-06-02']);
  });

  it('drops no day of the last 90 days, is idempotent, and leaves a day of each week and month', () => {
    fc.assert(
      fc.property(recorded, (days) => {
        const now = days.at(-1)?.day ?? today;
        const gone = new Set(expendableDays(days, now));
        const left = days.filter(({ day }) => !gone.has(day));
        expect([...gone].every((day) => daysBetween(day, now) >= 90)).to.equal(true);
        expect(expendableDays(left, now)).to.deep.equal([]);
        const months = (of: readonly RecordedDay[]) =>
          new Set(of.filter(({ day }) => daysBetween(day, now) < 3500).map(({ day }) => day.slice(0, 7)));
        const weeks = (of: readonly RecordedDay[]) =>
          new Set(of.filter(({ day }) => daysBetween(day, now) < 720).map(({ day }) => Math.floor((dayNumber(day) + 3) / 7)));
        expect(weeks(left)).to.deep.equal(weeks(days));
        expect([...months(days)].filter((month) => !months(left).has(month)).length).to.be.at.most(1);
      }),
    );
  });
});

describe('Points of a resolution', () => {
  it('are the last of each period', () => {
    const points = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'].map((day) => ({ day }));
    const days = (resolution: 'day' | 'week' | 'month') => thinned(points, resolution).map(({ day }) => day);
    expect(days('day')).to.have.lengthOf(5);
    expect(days('week')).to.deep.equal(['2026-11-01', '2026-11-03']);
    expect(days('month')).to.deep.equal(['2026-10-31', '2026-11-03']);
  });
});

describe('The base of growth', () => {
  it('is the complete day closest to 30 days ago, at least a week ago', () => {
    expect(growthBase(complete(daysUntil(today, 60)), today)).to.equal('2026-10-27');
    expect(growthBase(complete(daysUntil(today, 10)), today)).to.equal('2026-11-17');
    expect(growthBase(complete(daysUntil(today, 7)), today)).to.equal(undefined);
    expect(growthBase(complete(['2026-01-01', '2026-11-10']), today)).to.equal('2026-11-10');
    expect(growthBase([{ day: '2026-10-27', isComplete: false }], today)).to.equal(undefined);
  });
});

describe('A day', () => {
  it('is read as YYYY-MM-DD of the calendar', () => {
    expect(readDay('2024-02-29')).to.equal('2024-02-29');
    for (const wrong of ['2023-02-29', '2024-13-01', '2024-1-1', '20240101', '', null, ['2024-02-29'], '2024-02-29T00'])
      expect(readDay(wrong), String(wrong)).to.equal(undefined);
  });
});
