import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { Administration } from '../../application/administration.js';
import type { PasswordHasher } from '../../application/ports/environment.js';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { IpamError } from '../../domain/errors.js';

/** Notes what it was asked to do; a hash is the password behind the current version. */
class NotingHasher implements PasswordHasher {
  version = 'v1';
  hashed: string[] = [];

  async hash(password: string): Promise<string> {
    this.hashed.push(password);
    return `${this.version}:${password}`;
  }

  async verify(password: string, hash: string): Promise<boolean> {
    return hash.slice(hash.indexOf(':') + 1) === password;
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(`${this.version}:`);
  }
}

const start = new Date(2024, 2, 1, 12, 0, 0);

function setUp() {
  const database = createMemoryDatabase();
  const hasher = new NotingHasher();
  let now = start;
  const units = { count: 0 };
  const unitOfWork: UnitOfWork = {
    run: (work) => {
      units.count++;
      return database.unitOfWork.run(work);
    },
  };
  const administration = new Administration(database.readers, unitOfWork, { now: () => now }, hasher, new RandomTokenSource());
  const passMinutes = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { ...database, hasher, administration, units, passMinutes };
}

const groups = [{ id: 2, name: 'Operators', description: 'On duty' }];
const operator = { username: 'operator', password: 'secret123', groups: ['Operators'], realName: 'Op Erator', email: 'op@domain.local' };
const app = { id: 'main', permission: 'write', security: 'none' };
const field = { on: 'subnets', name: 'custom_env', type: "enum('prod','dev')", default: 'prod', comment: 'Environment' };
const full = { settings: { vlanMax: 4000 }, groups, users: [operator], apps: [app], customFields: [field] };

async function problemOf(work: Promise<unknown>): Promise<IpamError<'provision.invalid'>['details']> {
  try {
    await work;
  } catch (error) {
    if (IpamError.is(error, 'provision.invalid')) return error.details;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('Administration.provision', () => {
  it('stores settings, groups, users, applications and custom fields, with defaults for what entries leave out', async () => {
    const { administration, readers } = setUp();
    const changed = await administration.provision(full);
    expect(changed).to.deep.equal(['settings', 'groups[0]', 'users[0]', 'apps[0]', 'customFields[0]']);
    expect((await readers.settings.read()).vlanMax).to.equal(4000);
    expect((await readers.groups.list()).find(({ id }) => id === 2)?.description).to.equal('On duty');
    const { id: _, ...user } = (await readers.users.findByName('OPERATOR')) ?? {};
    expect(user).to.deep.equal({
      username: 'operator',
      role: 'User',
      groups: [2],
      realName: 'Op Erator',
      email: 'op@domain.local',
      disabled: false,
      editDate: '2024-03-01 12:00:00',
      lastLogin: null,
      lastActivity: null,
    });
    expect(await readers.apps.find('main')).to.deep.equal({
      id: 'main',
      permission: 'write',
      security: 'none',
      code: null,
      showLinks: true,
      stringify: true,
      nestCustomFields: false,
      lock: { enabled: false, waitSeconds: 30 },
      comment: '',
    });
    expect(await readers.customFields.list('subnets')).to.deep.equal([{ ...field, nullable: true }]);
  });

  it('changes nothing, hashes nothing and reports nothing when applied again', async () => {
    const { administration, readers, hasher, passMinutes } = setUp();
    await administration.provision(full);
    hasher.hashed = [];
    passMinutes(10);
    expect(await administration.provision(full)).to.deep.equal([]);
    expect(hasher.hashed).to.deep.equal([]);
    expect((await readers.users.findByName('operator'))?.editDate).to.equal('2024-03-01 12:00:00');
  });

  it('accepts the conformance suite\'s own file, twice', async () => {
    const { administration, readers } = setUp();
    const document: unknown = JSON.parse(readFileSync('../shared/conformance/provision.json', 'utf8'));
    await administration.provision(document);
    expect(await administration.provision(document)).to.deep.equal([]);
    expect(await readers.users.list()).to.have.length(6);
    expect(await readers.apps.list()).to.have.length(13);
  });

  it('writes everything in one unit of work, and hashes before it begins', async () => {
    const { administration, units, hasher, unitOfWork } = setUp();
    const events: string[] = [];
    const run = unitOfWork.run.bind(unitOfWork);
    unitOfWork.run = (work) => {
      events.push('unit of work');
      return run(work);
    };
    const hash = hasher.hash.bind(hasher);
    hasher.hash = (password) => {
      events.push('hash');
      return hash(password);
    };
    await administration.provision(full);
    expect(units.count).to.equal(1);
    expect(events).to.deep.equal(['hash', 'unit of work']);
  });

  it('undoes everything when an entry does not go with what is stored', async () => {
    const { administration, readers } = setUp();
    const before = await readers.settings.read();
    const problem = await problemOf(administration.provision({ ...full, users: [operator, { ...operator, username: 'second', groups: ['Nobodies'] }] }));
    expect(problem).to.deep.equal({ entry: 'users[1] "groups"', problem: 'name a group that does not exist: Nobodies' });
    expect(await readers.settings.read()).to.deep.equal(before);
    expect(await readers.users.list()).to.deep.equal([]);
    expect(await readers.apps.list()).to.deep.equal([]);
    expect(await readers.customFields.list()).to.deep.equal([]);
  });

  it('replaces the settings that the document names and keeps the others, also among the defaults', async () => {
    const { administration, readers } = setUp();
    await administration.provision({ settings: { linkField: 'custom_link', defaults: { sectionStrictMode: true } } });
    await administration.provision({ settings: { uniqueVlanNumbers: true, defaults: { subnetScanAgent: null } } });
    expect(await readers.settings.read()).to.deep.equal({
      uniqueVlanNumbers: true,
      linkField: 'custom_link',
      vlanMax: 4096,
      enforceUserPermissions: true,
      defaults: { sectionStrictMode: true, subnetScanAgent: null, subnetState: 2 },
    });
    await administration.provision({ settings: { linkField: null } });
    expect((await readers.settings.read()).linkField).to.equal(null);
  });

  it('finds a group by its name when no id is given, and renames the group of a given id', async () => {
    const { administration, readers } = setUp();
    await administration.provision({ groups: [{ name: 'Operators', description: 'by name' }, { id: 3, name: 'Visitors' }, { name: 'Auditors' }] });
    const stored = await readers.groups.list();
    expect(stored.slice(0, 2)).to.deep.equal([
      { id: 2, name: 'Operators', description: 'by name' },
      { id: 3, name: 'Visitors', description: '' },
    ]);
    expect(stored.map(({ name }) => name)).to.deep.equal(['Operators', 'Visitors', 'Auditors']);
  });

  it('finds a user without regard to case, changes what differs and notes when', async () => {
    const { administration, readers, hasher, passMinutes } = setUp();
    await administration.provision(full);
    passMinutes(1);
    hasher.hashed = [];
    const changed = await administration.provision({ users: [{ ...operator, username: 'Operator', role: 'Administrator', groups: ['Guests', 'Operators'] }] });
    expect(changed).to.deep.equal(['users[0]']);
    const users = await readers.users.list();
    expect(users.map(({ username, role, groups, editDate }) => ({ username, role, groups, editDate }))).to.deep.equal([
      { username: 'Operator', role: 'Administrator', groups: [2, 3], editDate: '2024-03-01 12:01:00' },
    ]);
    expect(hasher.hashed).to.deep.equal([]);
  });

  it('keeps the stored password of a user whose entry has none, and refuses a new user without one', async () => {
    const { administration, readers } = setUp();
    await administration.provision(full);
    const { password: _, ...withoutPassword } = operator;
    expect(await administration.provision({ users: [withoutPassword] })).to.deep.equal([]);
    const user = await readers.users.findByName('operator');
    expect(await readers.users.findPasswordHash(user?.id ?? 0)).to.equal('v1:secret123');
    const problem = await problemOf(administration.provision({ users: [{ ...withoutPassword, username: 'another' }] }));
    expect(problem).to.deep.equal({ entry: 'users[0] "password"', problem: 'is missing, and the user does not exist yet' });
  });

  it('refuses a group name that another stored group has', async () => {
    const { administration } = setUp();
    const problem = await problemOf(administration.provision({ groups: [{ id: 7, name: 'Guests' }] }));
    expect(problem).to.deep.equal({ entry: 'groups[0] "name"', problem: 'is the name of group 3 already' });
  });

  for (const [member, value] of [
    ['subnetState', 99],
    ['subnetScanAgent', 99],
  ] as const) {
    it(`refuses a default ${member} that does not exist`, async () => {
      const { administration } = setUp();
      const problem = await problemOf(administration.provision({ settings: { defaults: { [member]: value } } }));
      expect(problem.entry).to.equal(`settings.defaults "${member}"`);
    });
  }
});

describe('Administration.provision and tokens', () => {
  const digest = 'd'.repeat(64);
  const expires = new Date(start.getTime() + 3_600_000);
  const addToken = async ({ unitOfWork, readers }: ReturnType<typeof setUp>) => {
    const user = await readers.users.findByName('operator');
    await unitOfWork.run(({ tokens }: Repositories) => tokens.insert({ digest, userId: user?.id ?? 0, expires }));
  };

  for (const [what, change, survives] of [
    ['keeps them when nothing of the user changes', {}, true],
    ['keeps them when only the profile changes', { realName: 'Somebody' }, true],
    ['revokes them when the password changes', { password: 'another' }, false],
    ['revokes them when the user is disabled', { disabled: true }, false],
  ] as const) {
    it(what, async () => {
      const service = setUp();
      await service.administration.provision(full);
      await addToken(service);
      await service.administration.provision({ users: [{ ...operator, ...change }] });
      expect((await service.readers.tokens.find(digest)) !== undefined).to.equal(survives);
    });
  }

  it('keeps them when the password is only hashed anew because the old hash is outdated', async () => {
    const service = setUp();
    await service.administration.provision(full);
    await addToken(service);
    service.hasher.version = 'v2';
    expect(await service.administration.provision(full)).to.deep.equal(['users[0]']);
    const user = await service.readers.users.findByName('operator');
    expect(await service.readers.users.findPasswordHash(user?.id ?? 0)).to.equal('v2:secret123');
    expect(await service.readers.tokens.find(digest)).to.deep.equal({ digest, userId: user?.id, expires });
  });
});

describe('Administration.firstStart', () => {
  it('makes the administrator and the application default, and tells the made-up password of 20 characters', async () => {
    const { administration, readers, hasher } = setUp();
    const credentials = await administration.firstStart();
    expect(credentials?.username).to.equal('Admin');
    expect(credentials?.appId).to.equal('default');
    expect(credentials?.password).to.match(/^[A-Za-z0-9_-]{20}$/);
    expect(hasher.hashed).to.deep.equal([credentials?.password]);
    expect((await readers.users.list()).map(({ username, role }) => `${username} ${role}`)).to.deep.equal(['Admin Administrator']);
    const app = await readers.apps.find('default');
    expect(app).to.include({ permission: 'admin', security: 'none', showLinks: true, stringify: true });
  });

  it('uses the password that it is given', async () => {
    const { administration, readers } = setUp();
    expect((await administration.firstStart('chosen'))?.password).to.equal('chosen');
    expect(await readers.users.findPasswordHash((await readers.users.findByName('Admin'))?.id ?? 0)).to.equal('v1:chosen');
  });

  it('does nothing when there is a user already', async () => {
    const { administration, readers } = setUp();
    await administration.provision(full);
    expect(await administration.firstStart()).to.equal(undefined);
    expect(await readers.users.list()).to.have.length(1);
    expect(await readers.apps.find('default')).to.equal(undefined);
  });

  it('is the first start for one of two processes that start at once', async () => {
    const { administration, readers } = setUp();
    const both = await Promise.all([administration.firstStart(), administration.firstStart()]);
    expect(both.filter((credentials) => credentials !== undefined)).to.have.length(1);
    expect(await readers.users.list()).to.have.length(1);
  });
});
