import { expect } from 'chai';
import { RandomTokenSource, systemClock } from '../../../adapters/system/index.js';

describe('RandomTokenSource', () => {
  const tokens = new RandomTokenSource();

  it('creates unique tokens of 24 characters of A-Z a-z 0-9 - and _', () => {
    const made = Array.from({ length: 1000 }, () => tokens.create());
    for (const token of made) expect(token).to.match(/^[A-Za-z0-9_-]{24}$/);
    expect(new Set(made).size).to.equal(1000);
  });

  it('digests a token to its SHA-256 in lower-case hex', () => {
    expect(tokens.digest('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('systemClock', () => {
  it('returns the time of the machine', () => {
    const before = Date.now();
    expect(systemClock.now().getTime()).to.be.within(before, Date.now());
  });
});
