import { expect } from 'chai';
import { commandLineCaller as by } from '../../application/caller.js';
import { IpamError } from '../../domain/errors.js';
import { newNetwork, newSection } from '../contracts/builders.js';
import { levels } from '../support/levels.js';
import { full, problemOf, setUp, start } from './support/administration.js';
import { codeOf } from './support/application.js';

const admin = { username: 'root', password: 'pw', role: 'Administrator' };

/** An administration with an administrator. */
async function withAdministrator() {
  const service = setUp();
  await service.access.users.add(by, admin);
  const audit = async (most = 1) =>
    (await service.access.audit(most)).map(({ action, object, objectName, differences }) => [
      `${action} ${object} ${objectName}`,
      ...differences,
    ]);
  /** Gives a user a token. @returns its digest */
  const grant = async (username: string, digest: string, expires = new Date(start.getTime() + 60_000)) => {
    const user = await service.readers.users.findByName(username);
    await service.unitOfWork.run(({ tokens }) => tokens.insert({ digest, userId: user?.id ?? 0, expires }));
    return digest;
  };
  return { ...service, audit, grant };
}

describe('Administering users', () => {
  it('adds one with what is given, and tells nothing secret', async () => {
    const { access, readers, audit } = await withAdministrator();
    const input = { username: 'ann', password: 'secret', groups: ['Guests', 'Operators'], realName: 'Ann', inventory: 'write' };
    const added = await access.users.add(by, input);
    expect(added).to.deep.equal({
      id: 2,
      username: 'ann',
      role: 'User',
      inventory: 'write',
      groups: ['Operators', 'Guests'],
      realName: 'Ann',
      email: '',
      disabled: false,
      editDate: '2024-03-01 12:00:00',
      lastLogin: null,
    });
    expect((await access.users.list())[1]).to.deep.equal(added);
    expect(await readers.users.findPasswordHash(2)).to.equal('v1:secret');
    expect(await audit()).to.deep.equal([
      [
        'add user ann',
        ...[
          '[username]:  => ann',
          '[role]:  => User',
          '[inventory]:  => write',
          '[groups]:  => Operators, Guests',
          '[realName]:  => Ann',
        ],
      ],
    ]);
    expect((await access.audit(1))[0]).to.include({ by: 'command line', userId: null, appId: null, objectId: 2 });
  });

  it('refuses one whose name is taken in whatever case, and what a provisioning file may not say either', async () => {
    const { access, readers } = await withAdministrator();
    expect(await codeOf(access.users.add(by, { ...admin, username: 'ROOT' }))).to.equal('administration.exists');
    for (const [input, problem] of [
      [{ password: undefined }, 'user x "password" must be a text'],
      [{ password: null }, 'user x "password" is missing'],
      [{ password: '' }, 'user x "password" must not be empty'],
      [{ role: 'Boss' }, 'user x "role" must be one of Administrator, User'],
      [{ groups: ['None'] }, 'user x "groups" name a group that does not exist: None'],
      [
        { nonsense: 1 },
        'user x "nonsense" is not known; known are username, password, role, inventory, groups, realName, email, disabled',
      ],
    ] as const) {
      const { entry, problem: said } = await problemOf(access.users.add(by, { ...admin, username: 'x', ...input }));
      expect(`${entry} ${said}`).to.equal(problem);
    }
    expect((await problemOf(access.users.add(by, { ...admin, username: 'a:b' }))).entry).to.equal('user a:b "username"');
    expect(await readers.users.list()).to.have.length(1);
  });

  it('changes what is named and nothing else, and tells of it once', async () => {
    const { access, readers, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret', groups: ['Guests'], realName: 'Ann' });
    const before = await readers.users.findByName('ann');
    await access.users.set(by, 'ANN', { groups: ['Operators'], email: 'a@x' });
    expect(await readers.users.findByName('ann')).to.deep.equal({ ...before, groups: [2], email: 'a@x' });
    await access.users.set(by, 'ann', { email: 'a@x' });
    expect(await audit(2)).to.deep.equal([
      ['edit user ann', '[groups]: Guests => Operators', '[email]:  => a@x'],
      (await audit(2))[1],
    ]);
    expect(await readers.users.findPasswordHash(before?.id ?? 0)).to.equal('v1:secret');
  });

  it('ends all tokens of a user who gets another password or is disabled, and of nobody else', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret' });
    for (const change of [{ password: 'secret' }, { disabled: true }]) {
      const [own, other] = [await grant('ann', `a${'0'.repeat(63)}`), await grant('root', `b${'0'.repeat(63)}`)];
      await access.users.set(by, 'ann', { realName: 'x' });
      expect(await readers.tokens.find(own)).not.to.equal(undefined);
      await access.users.set(by, 'ann', change);
      expect(await readers.tokens.find(own)).to.equal(undefined);
      expect(await readers.tokens.find(other)).not.to.equal(undefined);
    }
    expect(await audit(2)).to.deep.equal([
      ['edit user ann', '[disabled]:  => 1'],
      ['edit user ann', '[password]: changed'],
    ]);
  });

  it('removes one with all tokens', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret' });
    const digest = await grant('ann', 'a'.repeat(64));
    expect((await access.users.remove(by, 'Ann')).username).to.equal('ann');
    expect(await readers.users.findByName('ann')).to.equal(undefined);
    expect(await readers.tokens.find(digest)).to.equal(undefined);
    expect(await audit()).to.deep.equal([['delete user ann']]);
    for (const work of [() => access.users.remove(by, 'ann'), () => access.users.set(by, 'ann', { disabled: true })])
      expect(await codeOf(work())).to.equal('administration.unknown');
  });

  it('keeps one administrator who is not disabled, whatever is done', async () => {
    const { access, readers, administration } = await withAdministrator();
    await access.users.add(by, { ...admin, username: 'off', disabled: true });
    const before = await readers.users.list();
    const history = await access.audit(9);
    for (const work of [
      () => access.users.remove(by, 'root'),
      () => access.users.set(by, 'root', { disabled: true }),
      () => access.users.set(by, 'root', { role: 'User', password: 'other' }),
    ])
      expect(await codeOf(work())).to.equal('administration.lastAdministrator');
    expect(await problemOf(administration.provision({ users: [{ username: 'root' }] }))).to.deep.equal({
      entry: 'users',
      problem: 'leave no administrator who is not disabled',
    });
    expect(await readers.users.list()).to.deep.equal(before);
    expect(await access.audit(9)).to.deep.equal(history);
    await administration.provision({ users: [{ username: 'root' }, { username: 'off', role: 'Administrator' }] });
    expect((await readers.users.findByName('root'))?.role).to.equal('User');
  });

  it('lets one of two administrators go when both are removed at once', async () => {
    const { access, readers } = await withAdministrator();
    await access.users.add(by, { ...admin, username: 'second' });
    const done = await Promise.allSettled([access.users.remove(by, 'root'), access.users.remove(by, 'second')]);
    expect(done.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(await readers.users.list()).to.have.length(1);
  });
});

describe('Administering groups', () => {
  it('adds and changes them, each name and id once', async () => {
    const { access, audit } = await withAdministrator();
    expect(await access.groups.add(by, { name: 'Staff', id: 9, description: 'd' })).to.deep.equal({
      id: 9,
      name: 'Staff',
      description: 'd',
    });
    expect((await access.groups.add(by, { name: 'More' })).id).to.equal(10);
    for (const input of [{ name: 'Staff' }, { name: 'New', id: 9 }])
      expect(await codeOf(access.groups.add(by, input))).to.equal('administration.exists');
    expect(await access.groups.set(by, 'Staff', { name: 'Crew' })).to.deep.equal({ id: 9, name: 'Crew', description: 'd' });
    expect(await codeOf(access.groups.set(by, 'Crew', { name: 'More' }))).to.equal('administration.exists');
    expect(await codeOf(access.groups.set(by, 'Staff', {}))).to.equal('administration.unknown');
    expect((await problemOf(access.groups.add(by, { name: ' x' }))).entry).to.equal('group  x "name"');
    expect((await audit())[0]).to.deep.equal(['edit group Crew', '[name]: Staff => Crew']);
  });

  it('takes a removed one from users and out of permissions, all of it in one unit of work', async () => {
    const { access, readers, unitOfWork, units, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'x', groups: ['Operators', 'Guests'] });
    const [section, subnet] = await unitOfWork.run(async ({ sections, subnets }) => {
      const id = await sections.insert(newSection({ permissions: levels({ 2: 1, 3: 2 }) }));
      return [id, await subnets.insert(newNetwork(id, '10.0.0.0/24', { permissions: levels({ 3: 3 }) }))];
    });
    const before = units.count;
    expect(await access.groups.remove(by, 'Guests')).to.include({ id: 3, name: 'Guests' });
    expect(units.count).to.equal(before + 1);
    expect((await access.users.list())[1]?.groups).to.deep.equal(['Operators']);
    expect((await readers.sections.find(section))?.permissions).to.deep.equal(levels({ 2: 1 }));
    expect((await readers.subnets.find(subnet))?.permissions).to.deep.equal(levels({}));
    expect(await audit()).to.deep.equal([['delete group Guests', '[users]: ann => ', '[sections]: 1 => 0', '[subnets]: 1 => 0']]);
    expect(await codeOf(access.groups.remove(by, 'Guests'))).to.equal('administration.unknown');
  });
});

describe('Administering applications', () => {
  it('makes a code where one is needed, shows it at that moment only, and tells the history none', async () => {
    const { access, readers, audit } = await withAdministrator();
    const { code, ...added } = await access.apps.add(by, {
      id: 'tf',
      permission: 'write',
      security: 'static',
      lock: { waitSeconds: 3 },
    });
    expect(code).to.match(/^[\w-]{32}$/);
    expect(added).to.deep.equal({
      id: 'tf',
      permission: 'write',
      security: 'static',
      showLinks: true,
      stringify: true,
      nestCustomFields: false,
      cryptLegacy: true,
      lock: { enabled: false, waitSeconds: 3 },
      comment: '',
    });
    expect((await readers.apps.find('tf'))?.code).to.equal(code);
    expect(await access.apps.list()).to.deep.equal([added]);
    expect(await access.apps.set(by, 'tf', { lock: { enabled: true } })).to.deep.equal({
      ...added,
      lock: { enabled: true, waitSeconds: 3 },
    });
    const other = (await access.apps.set(by, 'tf', {}, true)).code;
    expect(other)
      .to.match(/^[\w-]{32}$/)
      .and.not.equal(code);
    expect(await audit(2)).to.deep.equal([
      ['edit app tf', '[code]: changed'],
      ['edit app tf', '[lock.enabled]:  => 1'],
    ]);
    const plain = await access.apps.add(by, { id: 'plain', permission: 'read', security: 'none' });
    expect(plain).not.to.have.property('code');
    expect((await access.apps.set(by, 'plain', { security: 'crypt', cryptLegacy: false })).code).to.match(/^[\w-]{32}$/);
    const history = JSON.stringify(await access.audit(99));
    for (const secret of [code, other]) expect(history).not.to.contain(secret);
  });

  it('refuses what is taken, unknown or wrong, and removes', async () => {
    const { access, readers } = await withAdministrator();
    const app = { id: 'tf', permission: 'write', security: 'none' };
    await access.apps.add(by, app);
    expect(await codeOf(access.apps.add(by, app))).to.equal('administration.exists');
    expect((await problemOf(access.apps.add(by, { ...app, id: 'a b' }))).entry).to.equal('application a b "id"');
    expect((await problemOf(access.apps.set(by, 'tf', { lock: { waitSeconds: 101 } }))).entry).to.equal(
      'application tf.lock "waitSeconds"',
    );
    expect((await access.apps.remove(by, 'tf')).id).to.equal('tf');
    expect(await readers.apps.list()).to.deep.equal([]);
    for (const work of [() => access.apps.remove(by, 'tf'), () => access.apps.set(by, 'tf', {})])
      expect(await codeOf(work())).to.equal('administration.unknown');
  });
});

describe('Administering custom fields', () => {
  const field = { on: 'subnets', name: 'custom_env', type: "enum('prod','dev')", default: 'prod' };

  it('adds, changes and removes them with their values', async () => {
    const { access, readers, unitOfWork, audit } = await withAdministrator();
    const subnet = await unitOfWork.run(async ({ sections, subnets }) =>
      subnets.insert(newNetwork(await sections.insert(newSection()), '10.0.0.0/24')),
    );
    expect(await access.customFields.add(by, field)).to.deep.equal({ ...field, nullable: true, comment: '' });
    expect((await readers.subnets.find(subnet))?.custom).to.deep.equal({ custom_env: 'prod' });
    expect(await access.customFields.list('vlans')).to.deep.equal([]);
    expect(await access.customFields.list('subnets')).to.have.length(1);
    const changed = await access.customFields.set(by, field, { default: '', comment: 'where' });
    expect(changed).to.deep.equal({ ...field, default: null, nullable: true, comment: 'where' });
    expect(await audit()).to.deep.equal([['edit customField subnets custom_env', '[default]: prod => ', '[comment]:  => where']]);
    await access.customFields.remove(by, field);
    expect((await readers.subnets.find(subnet))?.custom).to.deep.equal({});
    expect(await audit()).to.deep.equal([['delete customField subnets custom_env']]);
  });

  it('refuses what is taken, unknown, wrong, or does not go with stored values', async () => {
    const { access, unitOfWork } = await withAdministrator();
    await access.customFields.add(by, field);
    expect(await codeOf(access.customFields.add(by, field))).to.equal('administration.exists');
    expect(await codeOf(access.customFields.remove(by, { on: 'vlans', name: 'custom_env' }))).to.equal('administration.unknown');
    expect((await problemOf(access.customFields.add(by, { ...field, on: 'users' }))).entry).to.equal(
      'custom field users custom_env "on"',
    );
    expect((await problemOf(access.customFields.add(by, { ...field, name: 'mask' }))).entry).to.equal(
      'custom field subnets mask "name"',
    );
    await unitOfWork.run(async ({ sections, subnets }) =>
      subnets.insert(newNetwork(await sections.insert(newSection()), '10.0.0.0/24', { custom: { custom_env: 'dev' } })),
    );
    expect(await problemOf(access.customFields.set(by, field, { type: 'int', default: null }))).to.deep.equal({
      entry: 'custom field subnets custom_env "type"',
      problem: 'does not fit values that some subnets have',
    });
  });
});

describe('Administering tokens', () => {
  it('lists those that are valid by a name that lets nobody in, and ends them one by one or all of a user', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'x' });
    const digests = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
    for (const digest of digests) await grant('ann', digest);
    const foreign = await grant('root', 'd'.repeat(64));
    await grant('root', 'e'.repeat(64), start);
    const expires = '2024-03-01 12:01:00';
    expect(await access.tokens.list('ANN')).to.deep.equal(
      ['a', 'b', 'c'].map((letter) => ({ id: letter.repeat(12), user: 'ann', expires })),
    );
    expect((await access.tokens.list()).map(({ user }) => user)).to.deep.equal(['root', 'ann', 'ann', 'ann']);
    for (const id of ['', 'a', 'a'.repeat(11), 'f'.repeat(12), '%'.repeat(12)])
      expect(await codeOf(access.tokens.remove(by, id)), id).to.equal('administration.unknown');
    expect(await access.tokens.remove(by, 'a'.repeat(12))).to.deep.equal([{ id: 'a'.repeat(12), user: 'ann', expires }]);
    expect(await audit()).to.deep.equal([['delete token ann', '[token]: aaaaaaaaaaaa => ']]);
    expect(await access.tokens.removeAllOf(by, 'ann')).to.have.length(2);
    expect(await access.tokens.removeAllOf(by, 'ann')).to.deep.equal([]);
    expect(await readers.tokens.find(foreign)).not.to.equal(undefined);
    for (const digest of digests) expect(await readers.tokens.find(digest)).to.equal(undefined);
    expect(await codeOf(access.tokens.removeAllOf(by, 'bob'))).to.equal('administration.unknown');
  });
});

describe('The history of administration', () => {
  it('tells what a provisioning file changed, by whom, and no secret', async () => {
    const { access, administration } = setUp();
    await administration.provision(full);
    await administration.provision(full);
    const code = 'c'.repeat(32);
    await administration.provision({
      users: [{ ...full.users[0], password: 'another one' }],
      apps: [{ ...full.apps[0], code }],
      customFields: [{ on: 'subnets', name: 'custom_env', drop: true }],
    });
    const entries = await access.audit(99);
    expect(entries.map(({ by: who, action, object, objectName }) => `${who}: ${action} ${object} ${objectName}`)).to.deep.equal(
      [
        ...['delete customField subnets custom_env', 'edit app main', 'edit user operator'],
        ...[
          'add customField subnets custom_env',
          'add app main',
          'add user operator',
          'edit group Operators',
          'edit settings null',
        ],
      ].map((said) => `provisioning: ${said}`),
    );
    expect(entries.at(-1)?.differences).to.deep.equal(['[vlanMax]: 4096 => 4000']);
    expect(entries[2]?.differences).to.deep.equal(['[password]: changed']);
    expect(JSON.stringify(entries)).not.to.match(/another one|secret123|c{32}/);
  });

  it('tells of the first start', async () => {
    const { access, administration } = setUp();
    await administration.firstStart('chosen');
    const entries = await access.audit(99);
    expect(entries.map(({ by: who, action, object, objectName }) => `${who}: ${action} ${object} ${objectName}`)).to.deep.equal([
      'Hexipam: add app default',
      'Hexipam: add user Admin',
    ]);
    expect(JSON.stringify(entries)).not.to.contain('chosen');
  });

  it('has nothing of what was refused', async () => {
    const { access, administration } = setUp();
    const wrong = { ...full, users: [...full.users, { username: 'second', password: 'x', groups: ['Nobodies'] }] };
    await administration.provision(wrong).catch((error: unknown) => expect(error).to.be.instanceOf(IpamError));
    expect(await access.audit(99)).to.deep.equal([]);
  });
});
