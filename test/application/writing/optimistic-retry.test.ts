import { expect } from 'chai';
import { OutdatedRead, retryWhileOutdated } from '../../../application/unit-of-work/optimistic-retry.js';

describe('retryWhileOutdated', () => {
  it('gives the result of the first attempt that read nothing stale', async () => {
    let attempts = 0;
    const result = await retryWhileOutdated(async () => {
      attempts++;
      if (attempts < 3) throw new OutdatedRead();
      return attempts;
    });
    expect(result).to.equal(3);
  });

  it('passes every other error on at once', async () => {
    let attempts = 0;
    const failing = retryWhileOutdated(async () => {
      attempts++;
      throw new Error('something else');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('something else');
    expect(attempts).to.equal(1);
  });

  it('gives up when it never ends', async () => {
    const endless = retryWhileOutdated(async () => {
      throw new OutdatedRead();
    });
    expect(await endless.catch((error: unknown) => error)).to.be.instanceOf(OutdatedRead);
  });
});
