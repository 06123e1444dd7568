import { expect } from 'chai';
import { commandLineCaller } from '../../../application/caller.js';
import { IpamError } from '../../../domain/errors.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { admin, full, groups, problemOf, setUp } from '../support/administration.js';

const digest = 'd'.repeat(64);
const account = { name: 'ansible', groups: ['Operators'], inventory: 'write' };
const key = { user: 'ansible', digest, name: 'playbooks', scopes: ['address:write', 'subnet:read'], expires: '2024-12-31' };
const document = { groups, serviceAccounts: [account], keys: [key] };

describe('Administration.provision and keys', () => {
  it('adds service accounts and keys by their digests, and changes nothing when applied again', async () => {
    const { administration, readers } = setUp();
    expect(await administration.provision(document)).to.deep.equal(['groups[0]', 'serviceAccounts[0]', 'keys[0]']);
    const user = await readers.users.findByName('ansible');
    expect(user).to.include({ kind: 'service', inventory: 'write', role: 'User' });
    expect(await readers.accessKeys.find(digest)).to.deep.include({
      ...{ userId: user?.id, name: 'playbooks', scopes: ['address:write', 'subnet:read'], lastUsed: null },
      ...{ expires: new Date('2024-12-31T00:00:00Z'), created: new Date('2024-03-01T12:00:00Z') },
    });
    expect(await administration.provision(document)).to.deep.equal([]);
  });

  it('changes members that differ, and retains the times of creation and last use', async () => {
    const { administration, readers, unitOfWork, passMinutes } = setUp();
    await administration.provision(document);
    const used = new Date('2024-03-01T12:05:00Z');
    await unitOfWork.run(({ accessKeys }) => accessKeys.noteUse(digest, used));
    passMinutes(60);
    const limits = { requestsPerMinute: 60 };
    const changed = { keys: [{ ...key, scopes: ['*:read'], networks: ['10.0.0.0/8'], limits, expires: '2025-01-31T12:00:00Z' }] };
    expect(await administration.provision(changed)).to.deep.equal(['keys[0]']);
    expect(await readers.accessKeys.find(digest)).to.deep.include({
      ...{ scopes: ['*:read'], lastUsed: used, created: new Date('2024-03-01T12:00:00Z') },
      limits: { requestsPerMinute: 60, allocationsPerMinute: null },
    });
    expect(await administration.provision(changed)).to.deep.equal([]);
  });

  for (const [what, part, entry, problem] of [
    [
      'a key of an unknown user',
      { keys: [{ ...key, user: 'nobody' }] },
      'keys[0] "user"',
      'must be the name of a service account or a user',
    ],
    [
      'a key instead of its digest',
      { keys: [{ ...key, digest: 'hxp_x' }] },
      'keys[0] "digest"',
      'must be the SHA-256 of the key',
    ],
    ['a duplicate digest', { keys: [key, { ...key, name: 'other' }] }, 'keys[1] "digest"', 'is already in an earlier entry'],
    ['a key without expiry', { keys: [{ ...key, expires: null }] }, 'keys[0] "expires"', 'must be at most 366 days after'],
    [
      'a key for more than a year',
      { keys: [{ ...key, expires: '2025-03-03' }] },
      'keys[0] "expires"',
      'must be at most 366 days after',
    ],
    ['an invalid day', { keys: [{ ...key, expires: '2024-13-01' }] }, 'keys[0] "expires"', 'must be a day like'],
    [
      'a third active key of the same name',
      { keys: [...'ab'].map((digit) => ({ ...key, digest: digit.repeat(64) })) },
      'keys[1] "name"',
      'is already the name of 2 valid keys: revoke one of them first',
    ],
    ['an unknown scope', { keys: [{ ...key, scopes: ['root'] }] }, 'keys[0] "scopes"', 'must contain only *:read'],
    [
      'an account with a password',
      { serviceAccounts: [{ ...account, password: 'x' }] },
      'serviceAccounts[0] "password"',
      'is not known',
    ],
    [
      'a duplicate account',
      { serviceAccounts: [account, { name: 'Ansible' }] },
      'serviceAccounts[1] "name"',
      'is already in an earlier entry',
    ],
    [
      'an account with the name of a user',
      { users: [admin], serviceAccounts: [{ name: 'root' }] },
      'serviceAccounts[0] "name"',
      'is the name of a user',
    ],
    [
      'a user with the name of an account',
      { users: [{ ...admin, username: 'ansible' }] },
      'users[0] "username"',
      'is the name of a service account',
    ],
    [
      'an account in an unknown group',
      { serviceAccounts: [{ name: 'x', groups: ['None'] }] },
      'serviceAccounts[0] "groups"',
      'name a group that does not exist',
    ],
  ] as const)
    it(`rejects ${what} without any change`, async () => {
      const { administration, readers } = setUp();
      await administration.provision(document);
      const found = await problemOf(administration.provision(part));
      expect([found.entry, found.problem.slice(0, problem.length)]).to.deep.equal([entry, problem]);
      expect(await readers.users.list()).to.have.length(1);
    });

  it('does not count a service account as an administrator who can sign in', async () => {
    const { administration, access } = setUp();
    await administration.provision({ users: [admin], serviceAccounts: [{ name: 'robot', role: 'Administrator' }] });
    const error = await errorOf(access.users.remove(commandLineCaller, 'root'), IpamError);
    expect(error.code).to.equal('administration.lastAdministrator');
  });
});

describe('The administration of keys', () => {
  it('creates, rotates and revokes keys of service accounts', async () => {
    const { administration, access, passMinutes } = setUp();
    await administration.provision({ ...full, serviceAccounts: [account] });
    const made = await access.keys.add(commandLineCaller, 'ANSIBLE', { name: 'a', scopes: ['allocate'], days: 10 });
    expect(made.key).to.match(/^hxp_/);
    passMinutes(1);
    const next = await access.keys.rotate(commandLineCaller, made.id, { keepDays: 3 });
    expect((await access.keys.list(commandLineCaller, 'ansible')).map(({ id, days, key }) => [id, days, key])).to.deep.equal([
      [made.id, 3, undefined],
      [next.id, 90, undefined],
    ]);
    await access.keys.remove(commandLineCaller, made.id);
    expect(await access.keys.list(commandLineCaller)).to.have.length(1);
    for (const id of [made.id, 'x', '']) {
      const error = await errorOf(access.keys.remove(commandLineCaller, id), IpamError);
      expect(error.code).to.equal('administration.unknown');
    }
  });

  it('limits the number of keys of one account', async () => {
    const { administration, access } = setUp();
    await administration.provision({ ...full, serviceAccounts: [account] });
    for (let count = 0; count < 100; count++)
      await access.keys.add(commandLineCaller, 'ansible', { name: `k${count}`, scopes: ['feed'] });
    const problem = await problemOf(access.keys.add(commandLineCaller, 'ansible', { name: 'more', scopes: ['feed'] }));
    expect(problem).to.deep.equal({
      entry: 'key more',
      problem: 'cannot be added: ansible has 100 keys, the maximum: revoke one of them first',
    });
  });
});
