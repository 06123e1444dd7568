import { expect } from 'chai';
import { type CountedAttempts, UnstoredAttempts } from '../../../application/access/sign-in/unstored-attempts.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';

describe('Counters of sign-in attempts in memory', () => {
  const counted = (failures: number): SignInAttempts => ({ ...noAttempts, failures });
  const later = new Date(2026, 2, 1);
  let stored: Map<string, SignInAttempts>;
  let unstored: UnstoredAttempts;
  let database: CountedAttempts;
  beforeEach(() => {
    stored = new Map([['client', counted(4)]]);
    unstored = new UnstoredAttempts({ find: async (key) => stored.get(key), listFailed: async () => [] });
    database = {
      lock: async (key) => stored.get(key) ?? noAttempts,
      save: async (key, attempts) => void stored.set(key, attempts),
      deleteOutlived: async () => {},
    };
  });
  const countInMemory = (failures: number): Promise<void> =>
    unstored.run((counters) => counters.save('client', counted(failures), later));

  it('continue the stored counters', async () => {
    expect((await unstored.run((counters) => counters.lock('client'))).failures).to.equal(4);
  });

  it('are included in the counters that a storage writes, and are then removed from memory', async () => {
    await countInMemory(9);
    const written = new Map<string, unknown>();
    const counters = unstored.storedWith(database, written);
    const { failures } = await counters.lock('client');
    expect(failures).to.equal(9);
    await counters.save('client', counted(failures + 1), later);
    unstored.forget(written);
    expect(unstored.combined('client').failures).to.equal(0);
    expect(stored.get('client')?.failures).to.equal(10);
  });

  it('remain in memory if the storage does not write them or if they change during the write', async () => {
    await countInMemory(9);
    const written = new Map<string, unknown>();
    const counters = unstored.storedWith(database, written);
    await counters.lock('client');
    unstored.forget(written);
    expect(unstored.combined('client').failures, 'not written').to.equal(9);
    await counters.save('client', counted(9), later);
    await countInMemory(11);
    unstored.forget(written);
    expect(unstored.combined('client').failures, 'changed').to.equal(11);
  });
});
