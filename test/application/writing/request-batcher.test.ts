import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import type { Timers } from '../../../application/ports/environment.js';
import { StorageError, type StorageFailure } from '../../../application/ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { type Batch, type BatchOutcome, type Outcome, postponed } from '../../../application/unit-of-work/batch.js';
import { type BatchOptions, RequestBatcher } from '../../../application/unit-of-work/request-batcher.js';
import { IpamError } from '../../../domain/errors.js';

interface NumberRequest {
  readonly caller: typeof internalCaller;
  readonly number: number;
}

type Run = (key: number, batch: Batch<number>) => Promise<BatchOutcome<number>[]>;

/** Units of work without a storage. The batcher only passes their repositories to the work. */
const unitOfWork: UnitOfWork = { run: (work) => work({} as Repositories) };

class NumberBatcher extends RequestBatcher<NumberRequest, number> {
  constructor(run: Run, timers: Timers) {
    super(unitOfWork, timers, (_repositories, key, batch) => {
      const { max, mayPostpone, first } = batch;
      const requests = async () => (await batch.requests()).map(({ number }) => number);
      return run(key, { max, mayPostpone, first: first.number, requests });
    });
  }

  do(key: number, number: number, options?: BatchOptions): Promise<number> {
    return this.submit(key, { caller: internalCaller, number }, options);
  }
}

/** Work that doubles numbers and rejects odd ones. A round with 13 fails as a whole with an IpamError. */
function doubling() {
  const rounds: string[] = [];
  const beginning: (() => void)[] = [];
  const running: (() => void)[] = [];
  const later: (() => void)[] = [];
  const run = async (key: number, round: Batch<number>): Promise<Outcome<number>[]> => {
    await new Promise<void>((resolve) => beginning.push(resolve));
    const requests = await round.requests();
    expect(requests).to.have.length.within(1, round.max);
    rounds.push(`${key}: ${requests.join()}`);
    await new Promise<void>((resolve) => running.push(resolve));
    expect(await round.requests(), 'asked again').to.deep.equal(requests);
    if (requests.includes(13)) throw new IpamError('address.exists');
    return requests.map((number) => (number % 2 === 0 ? { result: number * 2 } : { error: new Error(`${number} is odd`) }));
  };
  const after = (_milliseconds: number, callback: () => void) => {
    later.push(callback);
    return () => void later.splice(later.indexOf(callback), later.includes(callback) ? 1 : 0);
  };
  const work = new NumberBatcher(run, { after });
  return {
    rounds,
    outcome: (key: number, number: number, options?: BatchOptions): Promise<number | string> =>
      work.do(key, number, options).catch((error: Error) => error.message),
    /** Lets the oldest round in preparation read its requests. */
    makeReady: async () => {
      beginning.shift()?.();
      await nextTurn();
    },
    /** Ends the oldest round that has read its requests. */
    endRound: async () => {
      running.shift()?.();
      await nextTurn();
    },
    /** Fires the timers of waiting rounds. */
    pass: async () => {
      for (const callback of later.splice(0)) callback();
      await nextTurn();
    },
    waits: () => later.length > 0,
  };
}

const afterOneTurn = (_milliseconds: number, run: () => void) => {
  const timer = setImmediate(run);
  return () => clearImmediate(timer);
};

describe('RequestBatcher', () => {
  it('runs a single request immediately', async () => {
    const { rounds, outcome, makeReady, endRound, waits } = doubling();
    for (const number of [2, 4]) {
      const found = outcome(1, number);
      await makeReady();
      expect(waits()).to.equal(false);
      await endRound();
      expect(await found).to.equal(number * 2);
    }
    expect(rounds).to.deep.equal(['1: 2', '1: 4']);
  });

  it('combines the requests that arrive before a round is ready, each with its own result or error, in order', async () => {
    const { rounds, outcome, makeReady, endRound } = doubling();
    const found = [2, 4, 5].map((number) => outcome(1, number));
    await makeReady();
    expect(rounds).to.deep.equal(['1: 2,4,5']);
    found.push(outcome(1, 6), outcome(1, 8), outcome(1, 10));
    await endRound();
    await makeReady();
    expect(rounds, 'for as many as were there it does not wait').to.deep.equal(['1: 2,4,5']);
    for (const number of [12, 14, 16]) found.push(outcome(1, number));
    await nextTurn();
    expect(rounds[1]).to.equal('1: 6,8,10,12,14,16');
    await endRound();
    expect(await Promise.all(found)).to.deep.equal([4, 8, '5 is odd', 12, 16, 20, 24, 28, 32]);
  });

  it('waits briefly for as many requests as were recently concurrent', async () => {
    const { rounds, outcome, makeReady, endRound, pass, waits } = doubling();
    const first = [2, 4, 6].map((number) => outcome(1, number));
    await makeReady();
    await endRound();
    expect(await Promise.all(first)).to.deep.equal([4, 8, 12]);
    const second = [outcome(1, 8), outcome(1, 10)];
    await makeReady();
    expect(rounds.length, 'two of three wait').to.equal(1);
    expect(waits()).to.equal(true);
    await pass();
    expect(rounds[1]).to.equal('1: 8,10');
    await endRound();
    expect(await Promise.all(second)).to.deep.equal([16, 20]);
    const third = [outcome(1, 12), outcome(1, 14)];
    await makeReady();
    expect(rounds[2], 'the third has gone').to.equal('1: 12,14');
    expect(waits()).to.equal(false);
    await endRound();
    expect(await Promise.all(third)).to.deep.equal([24, 28]);
  });

  it('limits the size of a round, and runs the other requests in the next one', async () => {
    const { rounds, outcome, makeReady, endRound, pass } = doubling();
    const numbers = Array.from({ length: 100 }, (_, index) => 2 * index);
    const found = numbers.map((number) => outcome(1, number));
    for (let round = 0; round < 3; round++) {
      await makeReady();
      await pass();
      await endRound();
    }
    expect(rounds.map((round) => round.split(',').length)).to.deep.equal([8, 64, 28]);
    expect(await Promise.all(found)).to.deep.equal(numbers.map((number) => 2 * number));
  });

  it('limits the weight of a round, and runs a heavier request without others', async () => {
    const { rounds, outcome, makeReady, endRound, pass } = doubling();
    const found = [outcome(1, 2, { weight: 100 }), outcome(1, 4, { weight: 6 }), outcome(1, 6, { weight: 3 }), outcome(1, 8)];
    for (let round = 0; round < 3; round++) {
      await makeReady();
      await pass();
      await endRound();
    }
    expect(rounds).to.deep.equal(['1: 2', '1: 4', '1: 6,8']);
    expect(await Promise.all(found)).to.deep.equal([4, 8, 12, 16]);
  });

  it('runs a request in a separate unit of work on request, without waiting for the others', async () => {
    const { rounds, outcome, makeReady, endRound } = doubling();
    const found = [outcome(1, 2), outcome(1, 4, { runsAlone: true }), outcome(1, 6)];
    await makeReady();
    await makeReady();
    expect(rounds).to.deep.equal(['1: 2,6', '1: 4']);
    await endRound();
    await endRound();
    expect(await Promise.all(found)).to.deep.equal([4, 8, 12]);
  });

  it('runs other keys in parallel', async () => {
    const { rounds, outcome, makeReady, endRound } = doubling();
    const found = Promise.all([outcome(1, 2), outcome(2, 4)]);
    for (let round = 0; round < 2; round++) await makeReady();
    expect(rounds).to.deep.equal(['1: 2', '2: 4']);
    for (let round = 0; round < 2; round++) await endRound();
    expect(await found).to.deep.equal([4, 8]);
  });

  it('runs each request of a round alone after one caused an error', async () => {
    const { rounds, outcome, makeReady, endRound, pass } = doubling();
    const found = Promise.all([2, 4, 13, 6].map((number) => outcome(1, number)));
    for (let round = 0; round <= 4; round++) {
      await makeReady();
      await endRound();
    }
    expect(await found).to.deep.equal([4, 8, new IpamError('address.exists').message, 12]);
    expect(rounds).to.deep.equal(['1: 2,4,13,6', '1: 2', '1: 4', '1: 13', '1: 6']);
    const next = outcome(1, 8);
    await makeReady();
    await pass();
    await endRound();
    expect(await next).to.equal(16);
  });

  it('runs each request alone when an error ends the round before it reads them', async () => {
    let fails = true;
    const run = async (_key: number, round: Batch<number>): Promise<Outcome<number>[]> => {
      await nextTurn();
      if (fails) {
        fails = false;
        throw new IpamError('address.exists');
      }
      return (await round.requests()).map((number) => ({ result: 2 * number }));
    };
    const work = new NumberBatcher(run, { after: () => () => {} });
    expect(await Promise.all([1, 2, 3].map((number) => work.do(1, number)))).to.deep.equal([2, 4, 6]);
  });

  /** Rounds that read all of their requests, and then fail with the given failure. */
  function failing(failure: Error) {
    const requestsByRound: number[][] = [];
    let answer = (): void => {};
    const run = async (_key: number, round: Batch<number>): Promise<Outcome<number>[]> => {
      await nextTurn();
      requestsByRound.push([...(await round.requests())]);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      throw failure;
    };
    const work = new NumberBatcher(run, { after: afterOneTurn });
    const outcomes: unknown[] = [];
    const ask = (number: number) => void work.do(1, number).catch((error) => outcomes.push(error));
    const pass = async () => {
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    };
    return { requestsByRound, outcomes, ask, pass, answer: () => answer() };
  }

  for (const failure of [new StorageError('cut', 'outcomeUnknown'), new StorageError('odd', 'defect'), new Error('bug')]) {
    it(`fails all requests of a round immediately, and retries none, after ${failure}`, async () => {
      const { requestsByRound, outcomes, ask, answer, pass } = failing(failure);
      for (const number of [2, 4, 6]) ask(number);
      await pass();
      answer();
      await pass();
      expect(outcomes).to.deep.equal([failure, failure, failure]);
      expect(requestsByRound).to.deep.equal([[2, 4, 6]]);
    });
  }

  for (const [trouble, rounds] of [
    ['unavailable', [[2]]],
    ['outcomeUnknown', [[2], [4, 6]]],
  ] as [StorageFailure, number[][]][]) {
    it(`${rounds.length === 1 ? 'fails' : 'continues with'} waiting requests when a storage is ${trouble}`, async () => {
      const failure = new StorageError('down', trouble);
      const { requestsByRound, outcomes, ask, answer, pass } = failing(failure);
      ask(2);
      await pass();
      for (const number of [4, 6]) ask(number);
      answer();
      await pass();
      expect(requestsByRound).to.deep.equal(rounds);
      answer();
      await pass();
      expect(outcomes).to.deep.equal([failure, failure, failure]);
    });
  }

  it('serves thousands of keys, and stores only those with pending requests', async () => {
    const { rounds, outcome, makeReady, endRound } = doubling();
    for (let key = 0; key < 2500; key++) {
      const found = outcome(key, 2);
      await makeReady();
      await endRound();
      expect(await found).to.equal(4);
    }
    expect(rounds.length).to.equal(2500);
  });

  it('runs postponed requests one at a time beside others, then retries the rest', async () => {
    const done: string[] = [];
    const late: (() => void)[] = [];
    const blocked = new Set([1, 3, 5]);
    const run = async (_key: number, batch: Batch<number>): Promise<BatchOutcome<number>[]> => {
      const requests = await batch.requests();
      if (!batch.mayPostpone) await new Promise<void>((resolve) => late.push(resolve));
      done.push(requests.join());
      return requests.map((number) => (blocked.has(number) && batch.mayPostpone ? postponed : { result: number * 2 }));
    };
    const work = new NumberBatcher(run, { after: afterOneTurn });
    const putOffOnes = [1, 3, 5].map((number) => work.do(1, number));
    expect(await Promise.all([2, 4].map((number) => work.do(1, number)))).to.deep.equal([4, 8]);
    expect(await work.do(1, 6)).to.equal(12);
    expect(late, 'one at a time').to.have.length(1);
    blocked.delete(3);
    late.shift()?.();
    expect(await Promise.all(putOffOnes.slice(0, 2))).to.deep.equal([2, 6]);
    await nextTurn();
    late.shift()?.();
    expect(await putOffOnes[2]).to.equal(10);
    expect(done.slice(-4)).to.deep.equal(['6', '1', '3,5', '5']);
  });
});
