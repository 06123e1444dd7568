import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { CombinedWork, type Outcome } from '../../application/combined-work.js';

/** Work that doubles numbers, refuses odd ones, and breaks down as a whole at 13; each round ends when it is told to. */
function doubling() {
  const rounds: string[] = [];
  const running: (() => void)[] = [];
  const later: (() => void)[] = [];
  const run = async (key: string, requests: readonly number[]): Promise<Outcome<number>[]> => {
    rounds.push(`${key}: ${requests.join()}`);
    await new Promise<void>((resolve) => running.push(resolve));
    if (requests.includes(13)) throw new Error('broken');
    return requests.map((number) => (number % 2 === 0 ? { result: number * 2 } : { error: new Error(`${number} is odd`) }));
  };
  const after = (_milliseconds: number, callback: () => void) => {
    later.push(callback);
    return () => void later.splice(later.indexOf(callback), later.includes(callback) ? 1 : 0);
  };
  const work = new CombinedWork(run, { after });
  return {
    rounds,
    outcome: (key: string, number: number): Promise<number | string> =>
      work.do(key, number).catch((error: Error) => error.message),
    /** Ends the oldest round. */
    endRound: async () => {
      running.shift()?.();
      await nextTurn();
    },
    /** Lets the moment pass for which rounds wait. */
    pass: () => {
      for (const callback of later.splice(0)) callback();
    },
    waits: () => later.length > 0,
  };
}

describe('Combined work', () => {
  it('does a request that comes alone at once', async () => {
    const { rounds, outcome, endRound, waits } = doubling();
    for (const number of [2, 4]) {
      const found = outcome('a', number);
      expect(waits()).to.equal(false);
      await endRound();
      expect(await found).to.equal(number * 2);
    }
    expect(rounds).to.deep.equal(['a: 2', 'a: 4']);
  });

  it('does together what comes during a round, each with its own answer or error, in order', async () => {
    const { rounds, outcome, endRound, pass } = doubling();
    const found = Promise.all([2, 4, 5, 6].map((number) => outcome('a', number)));
    expect(rounds).to.deep.equal(['a: 2']);
    await endRound();
    pass();
    expect(rounds).to.deep.equal(['a: 2', 'a: 4,5,6']);
    await endRound();
    expect(await found).to.deep.equal([4, 8, '5 is odd', 12]);
  });

  it('waits until as many have come as lately asked at the same time, but for a moment only', async () => {
    const { rounds, outcome, endRound, pass, waits } = doubling();
    const first = [2, 4, 6].map((number) => outcome('a', number));
    await endRound();
    expect(rounds.length, 'two of three wait').to.equal(1);
    first.push(outcome('a', 8));
    expect(rounds[1], 'the one that was answered asks again').to.equal('a: 4,6,8');
    await endRound();
    expect(await Promise.all(first)).to.deep.equal([4, 8, 12, 16]);
    const second = [outcome('a', 10)];
    expect(rounds.length, 'one of three waits').to.equal(2);
    pass();
    expect(rounds[2]).to.equal('a: 10');
    await endRound();
    second.push(outcome('a', 12));
    expect(rounds[3], 'the others have gone').to.equal('a: 12');
    expect(waits()).to.equal(false);
    await endRound();
    expect(await Promise.all(second)).to.deep.equal([20, 24]);
  });

  it('lets other keys go on beside', async () => {
    const { rounds, outcome, endRound } = doubling();
    const found = Promise.all([outcome('a', 2), outcome('b', 4)]);
    expect(rounds).to.deep.equal(['a: 2', 'b: 4']);
    await endRound();
    await endRound();
    expect(await found).to.deep.equal([4, 8]);
  });

  it('tries each request of a round alone that fails as a whole', async () => {
    const { rounds, outcome, endRound, pass } = doubling();
    const found = Promise.all([2, 4, 13, 6].map((number) => outcome('a', number)));
    await endRound();
    pass();
    for (let round = 1; round <= 4; round++) await endRound();
    expect(await found).to.deep.equal([4, 8, 'broken', 12]);
    expect(rounds).to.deep.equal(['a: 2', 'a: 4,13,6', 'a: 4', 'a: 13', 'a: 6']);
    const next = outcome('a', 8);
    pass();
    await endRound();
    expect(await next).to.equal(16);
  });

  it('goes on with thousands of keys, of which it remembers those on which something is asked', async () => {
    const { rounds, outcome, endRound, pass } = doubling();
    for (let key = 0; key < 2500; key++) {
      const found = outcome(String(key), 2);
      pass();
      await endRound();
      expect(await found).to.equal(4);
    }
    expect(rounds.length).to.equal(2500);
  });
});
