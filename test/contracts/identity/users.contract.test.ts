import { expect } from 'chai';
import type { User } from '../../../domain/access/user.js';
import { levels } from '../../support/levels.js';
import { insertNetwork, newSection, newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Users', ['identity'], (storage) => {
  const insert = (given: Partial<Omit<User, 'id'>> = {}, hash = 'hash'): Promise<number> =>
    storage.write(({ users }) => users.insert(newUser(given), hash));

  it('store everything, and return the password hash separately only', async () => {
    const user = newUser({
      username: `Ärger ${uniqueWord()}`,
      role: 'Administrator',
      inventory: 'write',
      groups: [2, 3],
      realName: `O'Neill 日`,
      email: 'a@b',
      disabled: true,
      editDate: '2024-01-02 03:04:05',
      lastLogin: '2024-02-29 23:59:59',
      lastActivity: '2024-03-31 02:30:00',
    });
    const id = await storage.write(({ users }) => users.insert(user, '$scrypt$x'));
    expect(await storage.readers.users.find(id)).to.deep.equal({ ...user, id });
    expect(await storage.readers.users.findPasswordHash(id)).to.equal('$scrypt$x');
  });

  it('are not found by an unknown id or name', async () => {
    expect(await storage.readers.users.find(987654321)).to.equal(undefined);
    expect(await storage.readers.users.findByName(uniqueWord())).to.equal(undefined);
    expect(await storage.readers.users.findPasswordHash(987654321)).to.equal(undefined);
  });

  it('are found by name, ignoring case and Unicode normalization', async () => {
    const word = uniqueWord();
    const id = await insert({ username: `Zo\u00eb.${word}` });
    for (const name of [`zo\u00eb.${word}`, `ZO\u00cb.${word.toUpperCase()}`, `Zoe\u0308.${word}`])
      expect((await storage.readers.users.findByName(name))?.id, name).to.equal(id);
    expect((await storage.readers.users.find(id))?.username).to.equal(`Zo\u00eb.${word}`);
    expect(await storage.readers.users.findByName(`zo%.${word}`)).to.equal(undefined);
  });

  it('have unique names, ignoring case', async () => {
    const username = `\u00c9mile${uniqueWord()}`;
    await insert({ username });
    const failure = await insert({ username: username.toLowerCase() }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.an('error');
  });

  it('return their groups in ascending order', async () => {
    const groups = await storage.write(async ({ groups: all }) => [
      await all.save({ name: uniqueWord(), description: '', roles: [] }),
      await all.save({ name: uniqueWord(), description: '', roles: [] }),
    ]);
    const id = await insert({ groups: [...groups.toReversed(), 2] });
    expect((await storage.readers.users.find(id))?.groups).to.deep.equal([2, ...groups]);
    await storage.write(({ users }) => users.update(id, { groups: [3, 2] }));
    expect((await storage.readers.users.find(id))?.groups).to.deep.equal([2, 3]);
    await storage.write(({ users }) => users.update(id, { groups: [] }));
    expect((await storage.readers.users.find(id))?.groups).to.deep.equal([]);
  });

  it('change only the fields of an update', async () => {
    const id = await insert({ groups: [2], realName: 'before', lastLogin: '2024-01-01 00:00:00' });
    const before = await storage.readers.users.find(id);
    const changes: Partial<Omit<User, 'id'>>[] = [
      { realName: 'after' },
      { disabled: true },
      { role: 'Administrator' },
      { inventory: 'write' },
      { lastLogin: null },
      { lastActivity: '2024-05-05 05:05:05' },
      { username: uniqueWord() },
      { email: 'x' },
      { groups: [3] },
      {},
    ];
    let expected = before;
    for (const change of changes) {
      await storage.write(({ users }) => users.update(id, change));
      expected = expected && { ...expected, ...change };
      expect(await storage.readers.users.find(id)).to.deep.equal(expected);
    }
    expect(await storage.readers.users.findPasswordHash(id)).to.equal('hash');
  });

  it('get a new password hash without other changes', async () => {
    const [id, other] = [await insert(), await insert()];
    const before = await storage.readers.users.find(id);
    await storage.write(({ users }) => users.setPasswordHash(id, 'other'));
    expect(await storage.readers.users.findPasswordHash(id)).to.equal('other');
    expect(await storage.readers.users.findPasswordHash(other)).to.equal('hash');
    expect(await storage.readers.users.find(id)).to.deep.equal(before);
  });

  it('are deleted with their tokens, and the deletion returns whether they existed', async () => {
    const [id, other] = [await insert({ groups: [2] }), await insert()];
    const tokens = [id, other].map((userId) => ({ digest: uniqueWord().padStart(64, '0'), userId, expires: new Date(9e12) }));
    await storage.write(async (to) => {
      for (const token of tokens) await to.tokens.insert(token);
    });
    expect(await storage.write(({ users }) => users.delete(id))).to.equal(true);
    expect(await storage.readers.users.find(id)).to.equal(undefined);
    expect(await storage.readers.users.findPasswordHash(id)).to.equal(undefined);
    const left = await Promise.all(tokens.map(({ digest }) => storage.readers.tokens.find(digest)));
    expect(left).to.deep.equal([undefined, tokens[1]]);
    expect((await storage.readers.users.find(other))?.id).to.equal(other);
    expect(await storage.write(({ users }) => users.delete(id))).to.equal(false);
  });

  it('are listed by id', async () => {
    const before = await storage.readers.users.list();
    const ids = [await insert({ username: `z${uniqueWord()}`, groups: [3, 2] }), await insert({ username: `a${uniqueWord()}` })];
    await storage.write(({ users }) => users.update(ids[0] ?? 0, { realName: 'changed' }));
    const listed = await storage.readers.users.list();
    expect(listed.map(({ id }) => id)).to.deep.equal([...before.map(({ id }) => id), ...ids]);
    for (const user of listed) expect(user).to.deep.equal(await storage.readers.users.find(user.id));
  });
});

describeContract('Groups', ['identity'], (storage) => {
  const save = (group: { id?: number; name: string; description: string; roles?: readonly string[] }): Promise<number> =>
    storage.write(({ groups }) => groups.save({ roles: [], ...group }));
  const find = async (id: number) => (await storage.readers.groups.list()).find((group) => group.id === id);

  it('are added with a given id', async () => {
    expect(await save({ id: 70, name: 'seventy', description: 'd' })).to.equal(70);
    expect(await find(70)).to.deep.equal({ id: 70, name: 'seventy', description: 'd', roles: [] });
  });

  it('are updated by a known id', async () => {
    const id = await save({ name: uniqueWord(), description: 'before' });
    const name = uniqueWord();
    expect(await save({ id, name, description: 'after' })).to.equal(id);
    expect(await find(id)).to.deep.equal({ id, name, description: 'after', roles: [] });
  });

  it('are updated by name if no id is given', async () => {
    const name = uniqueWord();
    const id = await save({ name, description: 'before' });
    expect(await save({ name, description: 'after' })).to.equal(id);
    expect(await find(id)).to.deep.equal({ id, name, description: 'after', roles: [] });
  });

  it('get unique ids, also after one was added with a given id', async () => {
    await save({ id: 90, name: uniqueWord(), description: '' });
    const ids = [await save({ name: uniqueWord(), description: '' }), await save({ name: uniqueWord(), description: '' })];
    expect(new Set([2, 3, 90, ...ids]).size).to.equal(5);
    const far = (ids[1] ?? 0) + 1;
    await save({ id: far, name: uniqueWord(), description: '' });
    expect(await save({ name: uniqueWord(), description: '' })).not.to.equal(far);
  });

  it('are removed from users and permissions when they are deleted', async () => {
    const [id, other] = [
      await save({ name: uniqueWord(), description: '' }),
      await save({ name: uniqueWord(), description: '' }),
    ];
    const [user, maps] = await storage.write(async (to) => {
      const member = await to.users.insert(newUser({ groups: [other, id] }), 'hash');
      const sections = [levels({ [other]: 3, [id]: 2, 2: 1 }), levels({ [id]: 0 }), levels({ 2: 1 }), null];
      const ids = { sections: [] as number[], subnets: [] as number[] };
      for (const permissions of sections) {
        ids.sections.push(await to.sections.insert(newSection({ permissions })));
        ids.subnets.push(await insertNetwork(to, '10.0.0.0/24', { permissions }));
      }
      return [member, ids] as const;
    });
    expect(await storage.write(({ groups }) => groups.delete(id))).to.deep.equal({ sections: 2, subnets: 2 });
    expect(await find(id)).to.equal(undefined);
    expect((await find(other))?.id).to.equal(other);
    expect((await storage.readers.users.find(user))?.groups).to.deep.equal([other]);
    const left = [
      [
        [2, 1],
        [other, 3],
      ],
      [],
      [[2, 1]],
      null,
    ];
    for (const sort of ['sections', 'subnets'] as const) {
      const found = await Promise.all(maps[sort].map(async (each) => (await storage.readers[sort].find(each))?.permissions));
      expect(found.map((map) => map && [...map])).to.deep.equal(left);
    }
    expect(await storage.write(({ groups }) => groups.delete(id))).to.equal(undefined);
  });

  it('are listed by id', async () => {
    await save({ id: 200, name: 'late', description: '' });
    await save({ id: 150, name: 'zz', description: '' });
    const ids = (await storage.readers.groups.list()).map(({ id }) => id);
    expect(ids).to.include.members([2, 3, 150, 200]);
    expect(ids).to.deep.equal(ids.toSorted((a, b) => a - b));
  });
});
