import { expect } from 'chai';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const at = (seconds: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds, 456));

describeContract('Sign-in attempts', ['identity'], (storage) => {
  const attempts: SignInAttempts = {
    failures: 3,
    lastFailure: at(1),
    pending: 2,
    lastBegun: at(2),
    failuresByName: { '00a1b': 2, 12345: 1 },
  };
  const save = (key: string, given: SignInAttempts, outlived: Date | undefined): Promise<void> =>
    storage.write(async ({ signInAttempts }) => {
      await signInAttempts.lock(key);
      await signInAttempts.save(key, given, outlived);
    });

  it('are undefined for an unknown key, and empty when it is locked', async () => {
    const key = uniqueWord();
    expect(await storage.readers.signInAttempts.find(key)).to.equal(undefined);
    expect(await storage.write(({ signInAttempts }) => signInAttempts.lock(key))).to.deep.equal(noAttempts);
  });

  it('are stored by key', async () => {
    const [key, other] = [uniqueWord(), uniqueWord()];
    await save(key, attempts, at(60));
    await save(other, { ...attempts, failures: 9 }, at(60));
    expect(await storage.readers.signInAttempts.find(key)).to.deep.equal(attempts);
    expect(await storage.write(({ signInAttempts }) => signInAttempts.lock(key))).to.deep.equal(attempts);
  });

  it('are listed above a number of failures, most failures first, up to a maximum length', async () => {
    const keys = [uniqueWord(), uniqueWord(), uniqueWord()];
    for (const [index, key] of keys.entries()) await save(key, { ...attempts, failures: 1_000_000 + index }, at(60));
    const { signInAttempts } = storage.readers;
    const of = (index: number) => ({ ...attempts, failures: 1_000_000 + index, key: keys[index] });
    expect(await signInAttempts.listFailed(1_000_000, 10)).to.deep.equal([of(2), of(1)]);
    expect(await signInAttempts.listFailed(1_000_000, 1)).to.deep.equal([of(2)]);
    expect(await signInAttempts.listFailed(1_000_002, 10)).to.deep.equal([]);
    for (const key of keys) await save(key, noAttempts, undefined);
  });

  it('are deleted when no attempt is left to count', async () => {
    const key = uniqueWord();
    await save(key, attempts, at(60));
    await save(key, noAttempts, undefined);
    expect(await storage.readers.signInAttempts.find(key)).to.equal(undefined);
  });

  it('are deleted after their expiry, and not earlier', async () => {
    const [past, present] = [uniqueWord(), uniqueWord()];
    await save(past, attempts, at(-1000));
    await save(present, attempts, at(-999));
    await storage.write(({ signInAttempts }) => signInAttempts.deleteOutlived(at(-999)));
    expect(await storage.readers.signInAttempts.find(past)).to.equal(undefined);
    expect(await storage.readers.signInAttempts.find(present)).to.deep.equal(attempts);
  });

  it('are all counted when they are concurrent', async () => {
    const key = uniqueWord();
    const count = (): Promise<void> =>
      storage.write(async ({ signInAttempts }) => {
        const held = await signInAttempts.lock(key);
        await signInAttempts.save(key, { ...held, failures: held.failures + 1 }, at(60));
      });
    await Promise.all(Array.from({ length: 8 }, count));
    expect((await storage.readers.signInAttempts.find(key))?.failures).to.equal(8);
  });
});

describeContract('Sign-in origins', ['identity'], (storage) => {
  const insertUser = (): Promise<number> => storage.write(({ users }) => users.insert(newUser(), 'hash'));
  const note = (userId: number, client: string, when: Date, keep = 20): Promise<void> =>
    storage.write(({ signInOrigins }) => signInOrigins.note(userId, client, when, keep));
  const isKnown = (userId: number, client: string, since = at(0)): Promise<boolean> =>
    storage.readers.signInOrigins.isKnown(userId, client, since);

  it('are known for their own user only', async () => {
    const [user, other] = [await insertUser(), await insertUser()];
    await note(user, '192.0.2.1', at(0));
    expect(await isKnown(user, '192.0.2.1')).to.equal(true);
    expect([await isKnown(user, '192.0.2.2'), await isKnown(other, '192.0.2.1'), await isKnown(0, '192.0.2.1')]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it('are known for a limited time', async () => {
    const user = await insertUser();
    await note(user, '2001:db8::/64', at(0));
    expect(await isKnown(user, '2001:db8::/64', at(1))).to.equal(false);
    await note(user, '2001:db8::/64', at(1));
    expect(await isKnown(user, '2001:db8::/64', at(1))).to.equal(true);
  });

  it('are deleted except for the latest', async () => {
    const [user, other] = [await insertUser(), await insertUser()];
    await note(other, 'a', at(0));
    for (const [index, client] of ['a', 'b', 'a', 'c'].entries()) await note(user, client, at(index), 2);
    expect([await isKnown(user, 'a'), await isKnown(user, 'b'), await isKnown(user, 'c')]).to.deep.equal([true, false, true]);
    expect(await isKnown(other, 'a')).to.equal(true);
  });
});

describeContract('Nonces of encrypted requests', ['identity'], (storage) => {
  const note = (digest: string, until: Date, now = at(0)): Promise<boolean> =>
    storage.write(({ requestNonces }) => requestNonces.note(digest, until, now));
  const sweep = (now: Date): Promise<number> => storage.write(({ requestNonces }) => requestNonces.deleteOutlived(now));

  it('are new once, and again after their expiry', async () => {
    const [digest, other] = [uniqueWord(), uniqueWord()];
    expect(await note(digest, at(300))).to.equal(true);
    expect(await note(other, at(300))).to.equal(true);
    expect(await note(digest, at(600), at(300))).to.equal(false);
    expect(await note(digest, at(900), at(301))).to.equal(true);
    expect(await note(digest, at(1200), at(900))).to.equal(false);
  });

  it('are new for one of several concurrent requests', async () => {
    const digest = uniqueWord();
    const answers = await Promise.all(Array.from({ length: 8 }, () => note(digest, at(300))));
    expect(answers.filter(Boolean)).to.have.length(1);
  });

  it('are new for one of several concurrent requests after their expiry, during concurrent deletions', async () => {
    for (let round = 0; round < 5; round++) {
      const digest = uniqueWord();
      await note(digest, at(300));
      const admit = (): Promise<boolean> =>
        storage.write(async ({ requestNonces }) => {
          await requestNonces.deleteOutlived(at(301));
          return requestNonces.note(digest, at(600), at(301));
        });
      const answers = await Promise.all(Array.from({ length: 8 }, admit));
      expect(answers.filter(Boolean)).to.have.length(1);
    }
  });

  it('are not stored when the unit of work fails', async () => {
    const digest = uniqueWord();
    const failing = storage.write(async ({ requestNonces }) => {
      await requestNonces.note(digest, at(300), at(0));
      throw new Error('given up');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('given up');
    expect(await note(digest, at(300))).to.equal(true);
  });

  it('are deleted after their expiry, and not earlier, a hundred at a time', async () => {
    while ((await sweep(at(86_400))) > 0);
    const digests = Array.from({ length: 101 }, () => uniqueWord());
    await storage.write(async ({ requestNonces }) => {
      for (const digest of digests) await requestNonces.note(digest, at(1000), at(0));
    });
    const late = uniqueWord();
    await note(late, at(1001));
    expect(await sweep(at(1000))).to.equal(0);
    expect([await sweep(at(1001)), await sweep(at(1001)), await sweep(at(1001))]).to.deep.equal([100, 1, 0]);
    expect(await note(late, at(1001), at(1001))).to.equal(false);
  });

  const noteOwned = (owner: string, until: Date, limits = { ofOwner: 3, inAll: 1000 }): Promise<string> =>
    storage.write(async ({ requestNonces }) => {
      const digest = uniqueWord();
      await requestNonces.noteOwned({ digest, owner, until }, limits);
      return digest;
    });
  /** Whether each nonce is stored. Deletes them. */
  const takeAll = async (digests: readonly string[]): Promise<boolean[]> => {
    const taken: boolean[] = [];
    for (const digest of digests) taken.push(await storage.write(({ requestNonces }) => requestNonces.take(digest, at(0))));
    return taken;
  };

  it('of an owner are stored up to a limit, and the oldest are deleted first', async () => {
    const [owner, other] = [uniqueWord(), uniqueWord()];
    const ofOther = await noteOwned(other, at(1));
    const digests: string[] = [];
    for (const seconds of [301, 302, 303, 304, 305]) digests.push(await noteOwned(owner, at(seconds)));
    const without = uniqueWord();
    await note(without, at(1));
    expect(await takeAll(digests)).to.deep.equal([false, false, true, true, true]);
    expect(await takeAll([ofOther, without])).to.deep.equal([true, true]);
  });

  it('of all owners are stored up to a limit, and the oldest are deleted first', async () => {
    const without = uniqueWord();
    await note(without, at(1));
    const digests: string[] = [];
    for (const seconds of [901, 902, 903, 904])
      digests.push(await noteOwned(uniqueWord(), at(seconds), { ofOwner: 3, inAll: 2 }));
    expect(await takeAll(digests)).to.deep.equal([false, false, true, true]);
    expect(await takeAll([without])).to.deep.equal([true]);
  });

  it('of an owner do not exceed the limit when they are concurrent', async () => {
    const owner = uniqueWord();
    const digests = await Promise.all(Array.from({ length: 8 }, (_, index) => noteOwned(owner, at(600 + index))));
    await noteOwned(owner, at(700));
    expect((await takeAll(digests)).filter(Boolean)).to.have.length.at.most(3);
  });
});
