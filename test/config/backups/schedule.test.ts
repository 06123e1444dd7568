import { expect } from 'chai';
import { lastDue } from '../../../config/backups/backup-store.js';

/** A local time of the process. */
const local = (day: number, hour: number, minute = 0): Date => new Date(2026, 10, day, hour, minute);

describe('The time at which a backup was last due', () => {
  const times = [3 * 60, 15 * 60 + 30];

  for (const [now, due] of [
    [local(26, 3), local(26, 3)],
    [local(26, 2, 59), local(25, 15, 30)],
    [local(26, 15, 29), local(26, 3)],
    [local(26, 23, 59), local(26, 15, 30)],
    [local(1, 0), new Date(2026, 9, 31, 15, 30)],
  ] as const)
    it(`is ${due.toISOString()} at ${now.toISOString()}`, () => {
      expect(lastDue(times, now)).to.deep.equal(due);
    });
});
