import { expect } from 'chai';
import { Directory } from '../../../application/access/sign-in/directory.js';
import { once } from '../../../application/once.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { admin, app, field, groups, operator, start, withAdministrator } from '../support/administration.js';

/** A directory whose token reads complete when the test calls `answer`. */
async function heldBack() {
  const { readers, grant } = await withAdministrator();
  await grant(admin.username, 'digest');
  const reading: { answer(): void }[] = [];
  let lookups = 0;
  const find = (digest: string): Promise<AccessToken | undefined> => {
    lookups++;
    const found = readers.tokens.find(digest);
    return new Promise((resolve) => reading.push({ answer: () => resolve(found) }));
  };
  const tokens: Readers['tokens'] = Object.assign(Object.create(readers.tokens), { find });
  const directory = new Directory({ ...readers, tokens }, { now: () => start });
  return { directory, answer: () => reading.shift()?.answer(), lookups: () => lookups };
}

describe('The directory', () => {
  it('caches a token that it has found', async () => {
    const { directory, answer, lookups } = await heldBack();
    const found = directory.access('digest');
    answer();
    expect((await found)?.user.username).to.equal(admin.username);
    expect((await directory.access('digest'))?.token.digest).to.equal('digest');
    expect(lookups()).to.equal(1);
  });

  for (const [what, forget] of [
    ['the removal of this token', (directory: Directory) => directory.forgetAccess('digest')],
    ['the removal of all entries', (directory: Directory) => directory.forget()],
  ] as const) {
    it(`does not cache a token that was read during ${what}`, async () => {
      const { directory, answer, lookups } = await heldBack();
      const found = directory.access('digest');
      forget(directory);
      answer();
      await found;
      void directory.access('digest');
      expect(lookups()).to.equal(2);
    });
  }
});

/** A directory on a clock that the test advances. `asked` lists its reads of the storage. */
async function counted(provisioned: object = {}) {
  const service = await withAdministrator();
  await service.administration.provision(provisioned);
  const asked: string[] = [];
  const counting = <Reader extends object>(name: string, reader: Reader): Reader =>
    new Proxy(reader, {
      get: (target, method) => {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          asked.push(`${name}.${String(method)}`);
          return Reflect.apply(value, target, given);
        };
      },
    });
  const { apps, users, settings, customFields, tokens } = service.readers;
  const readers: Readers = {
    ...service.readers,
    apps: counting('apps', apps),
    users: counting('users', users),
    groups: counting('groups', service.readers.groups),
    settings: counting('settings', settings),
    customFields: counting('customFields', customFields),
    tokens: counting('tokens', tokens),
  };
  let now = start;
  const passMilliseconds = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  const spread: string[] = [];
  const news = { revokeEverywhere: async (digest: string) => void spread.push(digest) };
  return { ...service, directory: new Directory(readers, { now: () => now }, news), asked, passMilliseconds, spread };
}

describe('The data of the directory', () => {
  it('contain applications by name in any case, without secrets', async () => {
    const code = 'c'.repeat(32);
    const coded = ['crypt', 'static'].map((security) => ({ id: security, permission: 'read', security, code }));
    const { directory, readers } = await counted({ apps: [app, ...coded] });
    expect(await directory.app('main')).to.include({ id: 'main', permission: 'write', security: 'none' });
    for (const security of ['crypt', 'static']) {
      const known = await directory.app(security);
      expect(known).to.include({ id: security, permission: 'read', security });
      expect(known).not.to.have.any.keys('code', 'codeDigest');
      expect(await readers.apps.find(security)).to.include.keys('code', 'codeDigest');
    }
    expect(await directory.app('Main')).to.include({ id: 'main' });
    for (const name of ['', 'constructor', 'none']) expect(await directory.app(name), name).to.equal(undefined);
  });

  it('contain a user by name in any case', async () => {
    const { directory } = await counted({ groups, users: [operator] });
    for (const name of ['operator', 'OPERATOR']) expect((await directory.findUser(name))?.groups, name).to.deep.equal([2]);
    for (const name of ['', 'operato', 'constructor']) expect(await directory.findUser(name), name).to.equal(undefined);
  });

  it('contain all groups and users, by id', async () => {
    const { directory } = await counted({ groups, users: [operator] });
    expect(await directory.groups()).to.deep.equal([
      { ...groups[0], roles: [] },
      { id: 3, name: 'Guests', description: 'default Guest group (viewers)', roles: [] },
    ]);
    expect((await directory.users()).map(({ username, role, groups }) => [username, role, groups])).to.deep.equal([
      [admin.username, 'Administrator', []],
      ['operator', 'User', [2]],
    ]);
  });

  it('contain settings, and the custom fields of one kind of object in the order of their definition', async () => {
    const customFields = [field, { ...field, on: 'vlans' }, { ...field, name: 'custom_a' }];
    const { directory } = await counted({ settings: { vlanMax: 4000 }, customFields });
    expect(await directory.settings()).to.include({ vlanMax: 4000, uniqueVlanNumbers: false });
    expect((await directory.customFields('subnets')).map(({ name }) => name)).to.deep.equal(['custom_env', 'custom_a']);
    expect(await directory.customFields('addresses')).to.deep.equal([]);
  });

  it('contain the user of a token, and nothing for an unknown token', async () => {
    const { directory, grant } = await counted({ users: [operator] });
    await grant('operator', 'digest');
    const access = await directory.access('digest');
    expect([access?.user.username, access?.token.digest]).to.deep.equal(['operator', 'digest']);
    for (const digest of ['', 'Digest', 'other']) expect(await directory.access(digest), digest).to.equal(undefined);
  });
});

describe('The cache of the directory', () => {
  const reads: readonly (readonly [string, (directory: Directory) => Promise<unknown>])[] = [
    ['apps.list', (directory) => directory.app('main')],
    ['groups.list', (directory) => directory.groups()],
    ['users.list', (directory) => directory.users()],
    ['users.list', (directory) => directory.findUser('admin')],
    ['settings.read', (directory) => directory.settings()],
    ['customFields.list', (directory) => directory.customFields('subnets')],
  ];

  for (const [asking, read] of reads) {
    it(`stores the result of ${asking} for a second or until it is cleared, also for concurrent reads`, async () => {
      const { directory, asked, passMilliseconds } = await counted({ apps: [app] });
      const [first, second] = await Promise.all([read(directory), read(directory)]);
      passMilliseconds(999);
      expect([await read(directory), second]).to.deep.equal([first, first]);
      expect(asked).to.deep.equal([asking]);
      passMilliseconds(1);
      await read(directory);
      expect(asked).to.deep.equal([asking, asking]);
      directory.forget();
      await read(directory);
      expect(asked).to.deep.equal([asking, asking, asking]);
    });
  }

  it('stores no failure', async () => {
    const { readers } = await withAdministrator();
    let failures = 1;
    const list = async () => {
      if (failures-- > 0) throw new Error('no database');
      return readers.groups.list();
    };
    const directory = new Directory({ ...readers, groups: { ...readers.groups, list } }, { now: () => start });
    expect(await directory.groups().catch(String)).to.equal('Error: no database');
    expect(await directory.groups()).to.have.length(2);
  });

  it('stores a token for a second, and no missing token', async () => {
    const { directory, grant, unitOfWork, asked, passMilliseconds } = await counted();
    await directory.access('digest');
    await grant(admin.username, 'digest');
    expect((await directory.access('digest'))?.user.username).to.equal(admin.username);
    await unitOfWork.run(({ tokens }) => tokens.delete('digest'));
    passMilliseconds(999);
    expect((await directory.access('digest'))?.token.digest).to.equal('digest');
    passMilliseconds(1);
    expect(await directory.access('digest')).to.equal(undefined);
    expect(asked.filter((name) => name === 'tokens.find')).to.have.length(3);
  });

  it('removes a revoked token immediately, and informs other processes', async () => {
    const { directory, grant, unitOfWork, spread } = await counted();
    await grant(admin.username, 'digest');
    await grant(admin.username, 'other');
    for (const digest of ['digest', 'other']) await directory.access(digest);
    await unitOfWork.run(({ tokens }) => tokens.delete('digest'));
    await directory.revokeEverywhere('digest');
    expect(await directory.access('digest')).to.equal(undefined);
    expect((await directory.access('other'))?.token.digest).to.equal('other');
    expect(spread).to.deep.equal(['digest']);
  });
});

describe('A read with `once`', () => {
  it('runs once for each key', async () => {
    const asked: string[] = [];
    const read = once(async (key: string) => {
      asked.push(key);
      return key.toUpperCase();
    });
    expect(await Promise.all(['a', 'b', 'a', 'b'].map(read))).to.deep.equal(['A', 'B', 'A', 'B']);
    expect(asked).to.deep.equal(['a', 'b']);
  });
});
