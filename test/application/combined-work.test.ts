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

  it('does together what comes while two rounds run, each with its own answer or error, in order', async () => {
    const { rounds, outcome, endRound } = doubling();
    const found = Promise.all([2, 4, 6, 5, 8].map((number) => outcome('a', number)));
    expect(rounds).to.deep.equal(['a: 2', 'a: 4']);
    await endRound();
    expect(rounds).to.deep.equal(['a: 2', 'a: 4', 'a: 6,5,8']);
    await endRound();
    await endRound();
    expect(await found).to.deep.equal([4, 8, 12, '5 is odd', 16]);
  });

  it('waits until half of those have come who lately asked at the same time, but for a moment only', async () => {
    const { rounds, outcome, endRound, pass } = doubling();
    const first = Promise.all([2, 4, 6, 8, 10, 12].map((number) => outcome('a', number)));
    for (let round = 1; round <= 3; round++) await endRound();
    await first;
    expect(rounds).to.deep.equal(['a: 2', 'a: 4', 'a: 6,8,10,12']);
    const second = [outcome('a', 14)];
    expect(rounds.length, 'one of six').to.equal(3);
    second.push(outcome('a', 16));
    expect(rounds[3], 'two of the four that six have become').to.equal('a: 14,16');
    second.push(outcome('a', 18));
    expect(rounds.length).to.equal(4);
    pass();
    expect(rounds[4]).to.equal('a: 18');
    for (let round = 1; round <= 2; round++) await endRound();
    expect(await Promise.all(second)).to.deep.equal([28, 32, 36]);
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
    const { rounds, outcome, endRound } = doubling();
    const found = Promise.all([2, 0, 4, 13, 6].map((number) => outcome('a', number)));
    for (let round = 1; round <= 6; round++) await endRound();
    expect(await found).to.deep.equal([4, 0, 8, 'broken', 12]);
    expect(rounds).to.deep.equal(['a: 2', 'a: 0', 'a: 4,13,6', 'a: 4', 'a: 13', 'a: 6']);
    const next = Promise.all([outcome('a', 8), outcome('a', 10)]);
    await endRound();
    expect(await next).to.deep.equal([16, 20]);
  });
});
