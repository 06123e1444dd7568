import { expect } from 'chai';
import { full, setUp } from '../support/administration.js';

describe('Administration.firstStart', () => {
  it('creates the administrator and the application "default", and returns the generated password of 20 characters', async () => {
    const { administration, readers, hasher } = setUp();
    const credentials = await administration.firstStart();
    expect(credentials?.username).to.equal('Admin');
    expect(credentials?.appId).to.equal('default');
    expect(credentials?.password).to.match(/^[A-Za-z0-9_-]{20}$/);
    expect(hasher.hashed).to.deep.equal([credentials?.password]);
    expect((await readers.users.list()).map(({ username, role }) => `${username} ${role}`)).to.deep.equal([
      'Admin Administrator',
    ]);
    const app = await readers.apps.find('default');
    expect(app).to.include({ permission: 'admin', security: 'none', showLinks: true, stringify: true });
  });

  it('uses the given password', async () => {
    const { administration, readers } = setUp();
    expect((await administration.firstStart('chosen by me'))?.password).to.equal('chosen by me');
    expect(await readers.users.findPasswordHash((await readers.users.findByName('Admin'))?.id ?? 0)).to.equal('v1:chosen by me');
  });

  it('rejects a password that is too short, common, or the user name', async () => {
    const { administration, hasher, readers } = setUp();
    hasher.common.add('basketball');
    for (const weak of ['too short', 'basketball'])
      await administration.firstStart(weak).then(
        () => expect.fail(`${weak} was taken`),
        (error: unknown) => expect(error).to.include({ code: 'provision.invalid' }),
      );
    expect(await readers.users.list()).to.deep.equal([]);
  });

  it('creates a missing administrator once, and an application when there is none', async () => {
    const { administration, readers } = setUp();
    await administration.provision({ users: [{ username: 'bob', password: 'a password of bob' }] });
    expect(await administration.firstAdministrator(null)).to.equal('missing');
    expect(await administration.firstAdministrator('a password of Admin')).to.equal('made');
    expect(await administration.firstAdministrator('another password')).to.equal('there');
    const admin = await readers.users.findByName('Admin');
    expect(admin).to.include({ role: 'Administrator', disabled: false });
    expect(await readers.users.findPasswordHash(admin?.id ?? 0)).to.equal('v1:a password of Admin');
    expect((await readers.apps.list()).map(({ id }) => id)).to.deep.equal(['default']);
  });

  it('does not make an existing user of that name an administrator', async () => {
    const { administration, readers } = setUp();
    await administration.provision({ users: [{ username: 'admin', password: 'a password of admin' }] });
    expect(await administration.firstAdministrator('a password of Admin')).to.equal('nameTaken');
    expect((await readers.users.findByName('Admin'))?.role).to.equal('User');
  });

  it('does nothing when a user exists', async () => {
    const { administration, readers } = setUp();
    await administration.provision(full);
    expect(await administration.firstStart()).to.equal(undefined);
    expect(await readers.users.list()).to.have.length(1);
    expect(await readers.apps.find('default')).to.equal(undefined);
  });

  it('runs once when two processes start at the same time', async () => {
    const { administration, readers } = setUp();
    const both = await Promise.all([administration.firstStart(), administration.firstStart()]);
    expect(both.filter((credentials) => credentials !== undefined)).to.have.length(1);
    expect(await readers.users.list()).to.have.length(1);
  });
});
