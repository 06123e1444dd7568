import { expect } from 'chai';
import { ScryptPasswordHasher } from '../../../adapters/system/index.js';

const cheap = { cost: 16, blockSize: 8, parallelization: 1 };

describe('ScryptPasswordHasher', () => {
  const hasher = new ScryptPasswordHasher(cheap);

  it('accepts the password that was hashed and refuses every other', async () => {
    const hash = await hasher.hash('correct horse');
    expect(await hasher.verify('correct horse', hash)).to.equal(true);
    for (const wrong of ['correct hors', 'Correct horse', 'correct horse ', ''])
      expect(await hasher.verify(wrong, hash), wrong).to.equal(false);
  });

  it('hashes with N = 2^15, r = 8 and p = 1 by default, and stores that in the hash', async () => {
    const strong = new ScryptPasswordHasher();
    const hash = await strong.hash('secret');
    expect(hash).to.match(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await strong.verify('secret', hash)).to.equal(true);
  });

  it('salts: two hashes of one password differ', async () => {
    expect(await hasher.hash('secret')).not.to.equal(await hasher.hash('secret'));
  });

  it('accepts a password in another Unicode form', async () => {
    expect(await hasher.verify('Zu\u0308rich', await hasher.hash('Z\u00fcrich'))).to.equal(true);
  });

  it('verifies a hash with other parameters and reports it as outdated', async () => {
    const hash = await new ScryptPasswordHasher({ cost: 32, blockSize: 4, parallelization: 2 }).hash('secret');
    expect(await hasher.verify('secret', hash)).to.equal(true);
    expect(hasher.isOutdated(hash)).to.equal(true);
    expect(hasher.isOutdated(await hasher.hash('secret'))).to.equal(false);
  });

  const key = 'A'.repeat(43);
  const salt = 'A'.repeat(22);
  for (const [what, hash] of [
    ['an empty text', ''],
    ['another algorithm', '$2y$10$abcdefghijklmnopqrstuuJ8ZxvZ0a4Gc2P3WxQ1q7dZJq9aVxK2'],
    ['a cost that is not a power of two', `scrypt$1000$8$1$${salt}$${key}`],
    ['an excessive cost', `scrypt$4194304$8$1$${salt}$${key}`],
    ['no rounds', `scrypt$16$8$0$${salt}$${key}`],
    ['a key of no length', `scrypt$16$8$1$${salt}$`],
    ['text after the key', `scrypt$16$8$1$${salt}$${key}$x`],
  ] as const) {
    it(`accepts no password for ${what}, and reports it as outdated`, async () => {
      expect(await hasher.verify('', hash)).to.equal(false);
      expect(await hasher.verify('secret', hash)).to.equal(false);
      expect(hasher.isOutdated(hash)).to.equal(true);
    });
  }
});
