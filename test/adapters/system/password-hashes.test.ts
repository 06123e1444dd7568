import { expect } from 'chai';
import { PasswordHashes, problemWithCryptHash, ScryptPasswordHasher } from '../../../adapters/system/index.js';

/** Hashes of the password `imported`, made by crypt(3). */
const made = {
  'SHA-512 with rounds':
    '$6$rounds=3000$saltsalt$APQoNd5AGu402b42uHeTy.Uc996QTrCV3GtmOwYCX3nb9qnf0OlqiT67rYzkfNBFWX4HLpwhc..MJSaA4cuC/.',
  'SHA-256': '$5$saltsalt$OUO9K1RI5TUk2kJK.Bn68Q/88cgTdOg3IPsElyQJ1j9',
  bcrypt: '$2y$05$abcdefghijklmnopqrstuu4J1CRaISlmr1UFlkNMeo9B1dsle5N5m',
};

describe('PasswordHashes', () => {
  const hasher = new PasswordHashes(new ScryptPasswordHasher({ cost: 16, blockSize: 8, parallelization: 1 }));

  for (const [name, hash] of Object.entries(made))
    it(`verifies a hash of crypt(3) (${name}), refuses other passwords, and reports it as outdated`, async () => {
      expect(problemWithCryptHash(hash)).to.equal(undefined);
      expect(await hasher.verify('imported', hash)).to.equal(true);
      expect(await hasher.verify('Imported', hash)).to.equal(false);
      expect(hasher.isOutdated(hash)).to.equal(true);
    });

  it('does not block the event loop while it compares', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await hasher.verify('imported', made['SHA-512 with rounds'].replace('rounds=3000', 'rounds=60000'));
    clearInterval(timer);
    expect(turns).to.be.greaterThan(5);
  });

  it('creates and verifies its own hashes', async () => {
    const hash = await hasher.hash('secret');
    expect(hash).to.match(/^scrypt\$/);
    expect(await hasher.verify('secret', hash)).to.equal(true);
    expect(hasher.isOutdated(hash)).to.equal(false);
  });

  it('accepts no password for an invalid or too expensive hash', async () => {
    const bad = [
      ...['', '!', 'imported', '$1$saltsalt$nMGGBJiutVA66utHZgzCg0'],
      ...['$6$rounds=900000000$saltsalt$APQoNd5AGu402b42uHeTy.Uc996QTrCV3GtmOwYCX3nb9qnf0OlqiT67rYzkfNBFWX4HLpwhc..MJSaA4cuC/.'],
      ...['$2y$31$abcdefghijklmnopqrstuu4J1CRaISlmr1UFlkNMeo9B1dsle5N5m'],
    ];
    for (const hash of bad) {
      expect(problemWithCryptHash(hash), hash).to.be.a('string');
      expect(await hasher.verify('imported', hash), hash).to.equal(false);
    }
  });
});
