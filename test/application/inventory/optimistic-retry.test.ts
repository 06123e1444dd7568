import { expect } from 'chai';
import { StaleRead, untilSteady } from '../../../application/inventory/optimistic-retry.js';

describe('untilSteady', () => {
  it('gives the result of the first attempt that read nothing stale', async () => {
    let attempts = 0;
    const result = await untilSteady(async () => {
      attempts++;
      if (attempts < 3) throw new StaleRead();
      return attempts;
    });
    expect(result).to.equal(3);
  });

  it('passes every other error on at once', async () => {
    let attempts = 0;
    const failing = untilSteady(async () => {
      attempts++;
      throw new Error('something else');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('something else');
    expect(attempts).to.equal(1);
  });

  it('gives up when it never ends', async () => {
    const endless = untilSteady(async () => {
      throw new StaleRead();
    });
    expect(await endless.catch((error: unknown) => error)).to.be.instanceOf(StaleRead);
  });
});
