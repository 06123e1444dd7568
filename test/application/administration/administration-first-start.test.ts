import { expect } from 'chai';
import { full, setUp } from '../support/administration.js';

describe('Administration.firstStart', () => {
  it('makes the administrator and the application default, and tells the made-up password of 20 characters', async () => {
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
