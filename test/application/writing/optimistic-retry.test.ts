import { expect } from 'chai';
import { OutdatedRead, retryWhileOutdated } from '../../../application/unit-of-work/optimistic-retry.js';

describe('retryWhileOutdated', () => {
  it('returns the result of the first attempt without stale reads', async () => {
    let attempts = 0;
    const result = await retryWhileOutdated(async () => {
      attempts++;
      if (attempts < 3) throw new OutdatedRead();
      return attempts;
    });
    expect(result).to.equal(3);
  });

  it('throws every other error immediately', async () => {
    let attempts = 0;
    const failing = retryWhileOutdated(async () => {
      attempts++;
      throw new Error('something else');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('something else');
    expect(attempts).to.equal(1);
  });

  it('fails when every attempt is stale', async () => {
    const endless = retryWhileOutdated(async () => {
      throw new OutdatedRead();
    });
    expect(await endless.catch((error: unknown) => error)).to.be.instanceOf(OutdatedRead);
  });
});
