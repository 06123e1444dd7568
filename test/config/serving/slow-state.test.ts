import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Readers, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { SlowState } from '../../../config/metrics/slow-state.js';

describe('Metrics that are periodically read from the storage', () => {
  for (const [when, isStopped, noted] of [
    ['after a failed read', false, 1],
    ['when the service stops during a read', true, 0],
  ] as const)
    it(`report ${noted} failure(s) ${when}`, async () => {
      let fail = (): void => {};
      const failing = new Promise<never>((_resolve, reject) => {
        fail = () => reject(new Error('the database is closed'));
      });
      const unitOfWork: UnitOfWork = { run: () => failing };
      const feed = { end: () => failing, followers: () => failing, pruned: () => failing };
      const notifications = { backlog: async () => ({}) };
      const errors: unknown[] = [];
      const state = new SlowState({ feed, notifications } as unknown as Readers, unitOfWork, 0, (error) => errors.push(error));
      const started = state.start();
      if (isStopped) state.stop();
      fail();
      await started;
      await nextTurn();
      state.stop();
      expect(errors).to.have.length(noted);
    });
});
