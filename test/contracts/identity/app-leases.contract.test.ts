import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Leases of applications', ['identity'], (storage) => {
  const take = (app: string, holder: string, seconds = 60): Promise<boolean> =>
    storage.write(({ appLeases }) => appLeases.take(app, holder, seconds));
  const giveBack = (app: string, holder: string): Promise<void> => storage.write(({ appLeases }) => appLeases.end(app, holder));

  it('have one holder at a time, separately for each application', async () => {
    const [app, other] = [uniqueWord(), uniqueWord()];
    expect(await take(app, 'a')).to.equal(true);
    expect(await take(app, 'b')).to.equal(false);
    expect(await take(other, 'b')).to.equal(true);
  });

  it('are granted to one of several concurrent holders', async () => {
    const app = uniqueWord();
    const holders = Array.from({ length: 10 }, (_, index) => `holder ${index}`);
    const taken = await Promise.all(holders.map((holder) => take(app, holder)));
    expect(taken.filter(Boolean)).to.deep.equal([true]);
  });

  it('are renewed by their holder, and granted to another one after their release', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    expect([await take(app, 'a'), await take(app, 'b')]).to.deep.equal([true, false]);
    await giveBack(app, 'b');
    expect(await take(app, 'b')).to.equal(false);
    await giveBack(app, 'a');
    expect([await take(app, 'b'), await take(app, 'a')]).to.deep.equal([true, false]);
  });

  it('expire, and last longer after a renewal', async () => {
    const app = uniqueWord();
    await take(app, 'a', 0);
    await take(app, 'a', 60);
    expect(await take(app, 'b')).to.equal(false);
    await take(app, 'a', 0); // simulates an expired lease
    expect(await take(app, 'b')).to.equal(true);
    await giveBack(app, 'a');
    expect(await take(app, 'a')).to.equal(false);
  });

  it('are granted to the waiting holder after their release, not to the previous one', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    expect(await take(app, 'b')).to.equal(false);
    await take(app, 'a');
    await giveBack(app, 'a');
    expect([await take(app, 'a'), await take(app, 'c'), await take(app, 'b')]).to.deep.equal([false, false, true]);
    await giveBack(app, 'b');
    expect(await take(app, 'c')).to.equal(true);
  });

  it('are reserved for a waiting holder only while it repeats its request', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    await take(app, 'b');
    await giveBack(app, 'a');
    expect(await take(app, 'c')).to.equal(false);
    await delay(1100);
    expect(await take(app, 'c')).to.equal(true);
  });
});
