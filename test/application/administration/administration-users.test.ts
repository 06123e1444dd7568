import { expect } from 'chai';
import { commandLineCaller as by } from '../../../application/caller.js';
import { newNetwork, newSection } from '../../contracts/support/builders.js';
import { levels } from '../../support/levels.js';
import { admin, problemOf, withAdministrator } from '../support/administration.js';
import { codeOf } from '../support/application.js';

describe('Administering users', () => {
  it('adds a user with the given members, and returns no secret', async () => {
    const { access, readers, audit } = await withAdministrator();
    const input = {
      username: 'ann',
      password: 'secret of ann 1',
      groups: ['Guests', 'Operators'],
      realName: 'Ann',
      inventory: 'write',
    };
    const added = await access.users.add(by, input);
    expect(added).to.deep.equal({
      id: 2,
      username: 'ann',
      role: 'User',
      inventory: 'write',
      levels: [],
      roles: [],
      groups: ['Operators', 'Guests'],
      realName: 'Ann',
      email: '',
      disabled: false,
      provider: null,
      editDate: '2024-03-01 12:00:00',
      lastLogin: null,
    });
    expect((await access.users.list(by))[1]).to.deep.equal(added);
    expect(await readers.users.findPasswordHash(2)).to.equal('v1:secret of ann 1');
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
    expect((await access.audit(by, 1))[0]).to.include({
      by: 'command line',
      userId: null,
      appId: null,
      objectId: 2,
    });
  });

  it('rejects a name that differs from an existing one only in case, and input that provisioning files reject', async () => {
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
        'user x "nonsense" is not known; known are username, password, role, inventory, levels, roles, groups, realName, email, disabled, provider',
      ],
    ] as const) {
      const { entry, problem: said } = await problemOf(access.users.add(by, { ...admin, username: 'x', ...input }));
      expect(`${entry} ${said}`).to.equal(problem);
    }
    expect((await problemOf(access.users.add(by, { ...admin, username: 'a:b' }))).entry).to.equal('user a:b "username"');
    expect(await readers.users.list()).to.have.length(1);
  });

  it('changes only the named members, and writes one history entry', async () => {
    const { access, readers, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret of ann 1', groups: ['Guests'], realName: 'Ann' });
    const before = await readers.users.findByName('ann');
    await access.users.set(by, 'ANN', { groups: ['Operators'], email: 'a@x' });
    expect(await readers.users.findByName('ann')).to.deep.equal({ ...before, groups: [2], email: 'a@x' });
    await access.users.set(by, 'ann', { email: 'a@x' });
    expect(await audit(2)).to.deep.equal([
      ['edit user ann', '[groups]: Guests => Operators', '[email]:  => a@x'],
      (await audit(2))[1],
    ]);
    expect(await readers.users.findPasswordHash(before?.id ?? 0)).to.equal('v1:secret of ann 1');
  });

  it('revokes all tokens of a user with a new password or a disabled account, and no others', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret of ann 1' });
    for (const change of [{ password: 'secret of ann 1' }, { disabled: true }]) {
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

  it('removes a user with all tokens', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret of ann 1' });
    const digest = await grant('ann', 'a'.repeat(64));
    expect((await access.users.remove(by, 'Ann')).username).to.equal('ann');
    expect(await readers.users.findByName('ann')).to.equal(undefined);
    expect(await readers.tokens.find(digest)).to.equal(undefined);
    expect(await audit()).to.deep.equal([['delete user ann']]);
    for (const work of [() => access.users.remove(by, 'ann'), () => access.users.set(by, 'ann', { disabled: true })])
      expect(await codeOf(work())).to.equal('administration.unknown');
  });

  it('always retains one active administrator', async () => {
    const { access, readers, administration } = await withAdministrator();
    await access.users.add(by, { ...admin, username: 'off', disabled: true });
    const before = await readers.users.list();
    const history = await access.audit(by, 9);
    for (const work of [
      () => access.users.remove(by, 'root'),
      () => access.users.set(by, 'root', { disabled: true }),
      () => access.users.set(by, 'root', { role: 'User', password: 'another secret' }),
    ])
      expect(await codeOf(work())).to.equal('administration.lastAdministrator');
    expect(await problemOf(administration.provision({ users: [{ username: 'root' }] }))).to.deep.equal({
      entry: 'users',
      problem: 'would leave no active administrator',
    });
    expect(await readers.users.list()).to.deep.equal(before);
    expect(await access.audit(by, 9)).to.deep.equal(history);
    await administration.provision({ users: [{ username: 'root' }, { username: 'off', role: 'Administrator' }] });
    expect((await readers.users.findByName('root'))?.role).to.equal('User');
  });

  it('removes only one of two administrators when both are removed at the same time', async () => {
    const { access, readers } = await withAdministrator();
    await access.users.add(by, { ...admin, username: 'second' });
    const done = await Promise.allSettled([access.users.remove(by, 'root'), access.users.remove(by, 'second')]);
    expect(done.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(await readers.users.list()).to.have.length(1);
  });
});

describe('Administering groups', () => {
  it('adds and changes groups, with unique names and ids', async () => {
    const { access, audit } = await withAdministrator();
    expect(await access.groups.add(by, { name: 'Staff', id: 9, description: 'd' })).to.deep.equal({
      id: 9,
      name: 'Staff',
      description: 'd',
      roles: [],
    });
    expect((await access.groups.add(by, { name: 'More' })).id).to.equal(10);
    for (const input of [{ name: 'Staff' }, { name: 'New', id: 9 }])
      expect(await codeOf(access.groups.add(by, input))).to.equal('administration.exists');
    expect(await access.groups.set(by, 'Staff', { name: 'Crew' })).to.deep.equal({
      id: 9,
      name: 'Crew',
      description: 'd',
      roles: [],
    });
    expect(await codeOf(access.groups.set(by, 'Crew', { name: 'More' }))).to.equal('administration.exists');
    expect(await codeOf(access.groups.set(by, 'Staff', {}))).to.equal('administration.unknown');
    expect((await problemOf(access.groups.add(by, { name: ' x' }))).entry).to.equal('group  x "name"');
    expect((await audit())[0]).to.deep.equal(['edit group Crew', '[name]: Staff => Crew']);
  });

  it('removes a group from its users and from permissions in one unit of work', async () => {
    const { access, readers, unitOfWork, units, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret of ann 1', groups: ['Operators', 'Guests'] });
    const [section, subnet] = await unitOfWork.run(async ({ sections, subnets }) => {
      const id = await sections.insert(newSection({ permissions: levels({ 2: 1, 3: 2 }) }));
      return [id, await subnets.insert(newNetwork(id, '10.0.0.0/24', { permissions: levels({ 3: 3 }) }))];
    });
    const before = units.count;
    expect(await access.groups.remove(by, 'Guests')).to.include({ id: 3, name: 'Guests' });
    expect(units.count).to.equal(before + 1);
    expect((await access.users.list(by))[1]?.groups).to.deep.equal(['Operators']);
    expect((await readers.sections.find(section))?.permissions).to.deep.equal(levels({ 2: 1 }));
    expect((await readers.subnets.find(subnet))?.permissions).to.deep.equal(levels({}));
    expect(await audit()).to.deep.equal([['delete group Guests', '[users]: ann => ', '[sections]: 1 => 0', '[subnets]: 1 => 0']]);
    expect(await codeOf(access.groups.remove(by, 'Guests'))).to.equal('administration.unknown');
  });
});
