import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Leases of applications', ['identity'], (storage) => {
  const take = (app: string, holder: string, seconds = 60): Promise<boolean> =>
    storage.write(({ appLeases }) => appLeases.take(app, holder, seconds));
  const giveBack = (app: string, holder: string): Promise<void> => storage.write(({ appLeases }) => appLeases.end(app, holder));

  it('are had by one at a time, each application its own', async () => {
    const [app, other] = [uniqueWord(), uniqueWord()];
    expect(await take(app, 'a')).to.equal(true);
    expect(await take(app, 'b')).to.equal(false);
    expect(await take(other, 'b')).to.equal(true);
  });

  it('are had by one of many who ask at the same time', async () => {
    const app = uniqueWord();
    const holders = Array.from({ length: 10 }, (_, index) => `holder ${index}`);
    const taken = await Promise.all(holders.map((holder) => take(app, holder)));
    expect(taken.filter(Boolean)).to.deep.equal([true]);
  });

  it('are taken again by who has them, and by the next when they are given back', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    expect([await take(app, 'a'), await take(app, 'b')]).to.deep.equal([true, false]);
    await giveBack(app, 'b');
    expect(await take(app, 'b')).to.equal(false);
    await giveBack(app, 'a');
    expect([await take(app, 'b'), await take(app, 'a')]).to.deep.equal([true, false]);
  });

  it('end by themselves, and last for longer when they are taken again', async () => {
    const app = uniqueWord();
    await take(app, 'a', 0);
    await take(app, 'a', 60);
    expect(await take(app, 'b')).to.equal(false);
    await take(app, 'a', 0); // as if its time had passed
    expect(await take(app, 'b')).to.equal(true);
    await giveBack(app, 'a');
    expect(await take(app, 'a')).to.equal(false);
  });

  it('go to who has asked before, not to who had them last', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    expect(await take(app, 'b')).to.equal(false);
    await take(app, 'a');
    await giveBack(app, 'a');
    expect([await take(app, 'a'), await take(app, 'c'), await take(app, 'b')]).to.deep.equal([false, false, true]);
    await giveBack(app, 'b');
    expect(await take(app, 'c')).to.equal(true);
  });

  it('wait for who has asked before only as long as that one asks on', async () => {
    const app = uniqueWord();
    await take(app, 'a');
    await take(app, 'b');
    await giveBack(app, 'a');
    expect(await take(app, 'c')).to.equal(false);
    await delay(1100);
    expect(await take(app, 'c')).to.equal(true);
  });
});
