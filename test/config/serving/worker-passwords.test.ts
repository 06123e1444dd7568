import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { PasswordSlots } from '../../../config/workers/password-slots.js';
import { WorkerPasswords } from '../../../config/workers/worker-passwords.js';

/** Workers with a primary process. Their password checks run until the test calls `end`. */
function workersWith(max: number, count: number) {
  const places = new PasswordSlots(max);
  const begun: { readonly worker: number; readonly end: () => void }[] = [];
  const workers = Array.from({ length: count }, (_, worker) => {
    const passwords: WorkerPasswords = new WorkerPasswords((message) => {
      if (message.kind === 'passwordAsked') places.acquire(worker, message.id, () => passwords.begin(message.id));
      else if (message.kind === 'passwordDone') places.release(worker, message.id);
    });
    return passwords.inTurn({
      hash: () => new Promise((resolve) => begun.push({ worker, end: () => resolve('hash') })),
      verify: () => new Promise((resolve) => begun.push({ worker, end: () => resolve(true) })),
      isOutdated: () => false,
    });
  });
  return { places, begun, workers };
}

describe('Workers of a service', () => {
  it('check no more passwords concurrently than one process would, in the order of the requests', async () => {
    const { begun, workers } = workersWith(3, 4);
    const all = workers.flatMap((worker) => [worker.verify('right', ''), worker.hash('new')]);
    for (let ended = 0; ended < all.length; ended++) {
      await turn();
      expect(begun.length - ended).to.equal(Math.min(3, all.length - ended));
      begun[ended]?.end();
    }
    expect(begun.map(({ worker }) => worker)).to.deep.equal([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(await Promise.all(all)).to.deep.equal(workers.flatMap(() => [true, 'hash']));
  });

  it('continue when one of them ends with running and waiting checks', async () => {
    const { places, begun, workers } = workersWith(2, 2);
    const [first, second] = workers;
    for (let count = 0; count < 5; count++) void first?.verify('any', '');
    const left = second?.verify('right', '');
    await turn();
    expect(begun.map(({ worker }) => worker)).to.deep.equal([0, 0]);
    places.dropWorker(0);
    await turn();
    expect(begun.map(({ worker }) => worker)).to.deep.equal([0, 0, 1]);
    begun[2]?.end();
    expect(await left).to.equal(true);
  });
});
