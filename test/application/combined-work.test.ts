import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { CombinedWork, type Outcome } from '../../application/combined-work.js';

/** Work that doubles numbers, refuses odd ones, and breaks down as a whole at 13; notes its rounds. */
function doubling() {
  const rounds: string[] = [];
  let pauses = 0;
  const run = async (key: string, requests: readonly number[]): Promise<Outcome<number>[]> => {
    rounds.push(`${key}: ${requests.join()}`);
    await delay(5);
    if (requests.includes(13)) throw new Error('broken');
    return requests.map((number) => (number % 2 === 0 ? { result: number * 2 } : { error: new Error(`${number} is odd`) }));
  };
  const pause = async (): Promise<void> => {
    pauses++;
  };
  const work = new CombinedWork(run, pause);
  const outcome = (key: string, number: number): Promise<number | string> =>
    work.do(key, number).catch((error: Error) => error.message);
  return { rounds, outcome, pauses: () => pauses };
}

describe('Combined work', () => {
  it('does a request that comes alone at once, and pauses after none', async () => {
    const { rounds, outcome, pauses } = doubling();
    expect([await outcome('a', 2), await outcome('a', 4)]).to.deep.equal([4, 8]);
    expect(rounds).to.deep.equal(['a: 2', 'a: 4']);
    expect(pauses()).to.equal(0);
  });

  it('does together what comes during a round, each with its own answer or error, in order', async () => {
    const { rounds, outcome, pauses } = doubling();
    const found = await Promise.all([2, 4, 5, 6].map((number) => outcome('a', number)));
    expect(found).to.deep.equal([4, 8, '5 is odd', 12]);
    expect(rounds).to.deep.equal(['a: 2', 'a: 4,5,6']);
    expect(pauses()).to.equal(1);
  });

  it('lets other keys go on beside', async () => {
    const { rounds, outcome } = doubling();
    await Promise.all([outcome('a', 2), outcome('b', 4)]);
    expect(rounds).to.deep.equal(['a: 2', 'b: 4']);
  });

  it('tries each request of a round alone that fails as a whole', async () => {
    const { rounds, outcome } = doubling();
    const found = await Promise.all([2, 4, 13, 6].map((number) => outcome('a', number)));
    expect(found).to.deep.equal([4, 8, 'broken', 12]);
    expect(rounds).to.deep.equal(['a: 2', 'a: 4,13,6', 'a: 4', 'a: 13', 'a: 6']);
    expect(await outcome('a', 8)).to.equal(16);
  });
});
