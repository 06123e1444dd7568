import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { codeAt } from '../../support/factors/totp-app.js';

const outdated =
  '403 The last confirmation of identity in this session is older than 5 minutes: sign in again, or send the password, a code or a passkey to /account/proof/';

describe('A fresh proof of the user', () => {
  let server: ApiServer;
  let now: Date;
  let operator: ApiClient;

  beforeEach(async () => {
    now = new Date('2030-01-01T12:00:00Z');
    server = await ApiServer.start({ clock: { now: () => now }, trustedProxies: [Prefix.parse('127.0.0.0/8')] });
    operator = await server.signIn('operator', 'main');
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const passMinutes = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  let made = 0;
  const makeKey = (client: ApiClient): Promise<Answer> => client.post('/keys/', { name: `key ${++made}`, scopes: ['*:read'] });
  const prove = async (client: ApiClient, proof: object): Promise<string> =>
    (await client.post('/account/proof/', proof)).summary;
  const needsProof = async (client: ApiClient) => (await client.get('/account/')).record.proofNeeded;

  it('is valid for five minutes after the sign-in', async () => {
    passMinutes(4);
    expect(await needsProof(operator)).to.equal('0');
    expect((await makeKey(operator)).summary).to.equal('201');
    passMinutes(1);
    expect(await needsProof(operator)).to.equal('1');
    expect((await makeKey(operator)).summary).to.equal(outdated);
    expect((await makeKey(await server.signIn('operator', 'main'))).summary).to.equal('201');
    expect((await makeKey(operator)).summary).to.equal(outdated);
  });

  it('is needed to create, change and rotate own keys, but not to list and revoke them', async () => {
    const { id } = (await makeKey(operator)).record;
    passMinutes(6);
    expect((await operator.patch(`/keys/${id}/`, { scopes: ['*:write'] })).summary).to.equal(outdated);
    expect((await operator.post(`/keys/${id}/rotate/`, {})).summary).to.equal(outdated);
    expect((await operator.get('/keys/')).records).to.have.length(1);
    expect((await operator.delete(`/keys/${id}/`)).summary).to.equal('200');
  });

  it('is needed for keys of service accounts and for applications', async () => {
    const admin = server.client;
    await admin.post('/admin/service_accounts/', { name: 'robot' });
    const key = await admin.post('/admin/keys/', { user: 'robot', name: 'first', scopes: ['*:read'] });
    await admin.post('/admin/apps/', { id: 'first', security: 'static', permission: 'read' });
    passMinutes(6);
    const writes: readonly (readonly [Answer | Promise<Answer>, string])[] = [
      [admin.post('/admin/keys/', { user: 'robot', name: 'second', scopes: ['*:read'] }), 'a key'],
      [admin.patch(`/admin/keys/${key.record.id}/`, { scopes: ['*:write'] }), 'scopes'],
      [admin.post(`/admin/keys/${key.record.id}/rotate/`, {}), 'rotation'],
      [admin.post('/admin/apps/', { id: 'second', security: 'static', permission: 'admin' }), 'an application'],
      [admin.patch('/admin/apps/first/', { permission: 'admin' }), 'its permission'],
      [admin.patch('/admin/apps/first/', { newSecret: 1 }), 'its code'],
    ];
    for (const [answer, title] of writes) expect((await answer).summary, title).to.equal(outdated);
    expect((await admin.get('/admin/keys/')).records).to.have.length(1);
    expect((await admin.get('/admin/apps/first/')).record.permission).to.equal('read');
  });

  it('is renewed by the password, only for the session of the request', async () => {
    const other = await server.signIn('operator', 'main');
    passMinutes(6);
    expect(await prove(operator, {})).to.equal('403 The password, a code or a passkey is needed for this change');
    expect(await prove(operator, { password: 'wrong' })).to.equal('403 The password, code or passkey is wrong');
    expect((await makeKey(operator)).summary).to.equal(outdated);
    expect(await prove(operator, { password: passwords.operator })).to.equal('200');
    expect((await makeKey(operator)).summary).to.equal('201');
    expect((await makeKey(other)).summary).to.equal(outdated);
    passMinutes(5);
    expect((await makeKey(operator)).summary).to.equal(outdated);
  });

  it('is a code or passkey, not the password, for users with second factors', async () => {
    const password = passwords.operator;
    const secret = String((await operator.post('/account/factors/totp/', { password })).record.secret);
    await operator.post('/account/factors/totp/confirm/', { code: codeAt(secret, now) });
    passMinutes(6);
    expect(await prove(operator, { password })).to.equal(
      '403 A code or a passkey is needed for this change, since the account has second factors',
    );
    expect(await prove(operator, { code: '000000' })).to.equal('403 The password, code or passkey is wrong');
    expect((await makeKey(operator)).summary).to.equal(outdated);
    expect(await prove(operator, { code: codeAt(secret, now) })).to.equal('200');
    expect((await makeKey(operator)).summary).to.equal('201');
  });

  it('counts wrong passwords as failed sign-ins, and blocks the client', async () => {
    passMinutes(6);
    const answers: string[] = [];
    for (let tries = 0; tries < 12; tries++) answers.push(await prove(operator, { password: 'wrong' }));
    expect(answers.at(-1)).to.match(/^(429|500 Your IP has been blocked)/);
    expect(await prove(operator, { password: passwords.operator })).to.match(/^(429|500)/);
    expect((await makeKey(operator)).summary).to.equal(outdated);
  });

  it('is not required from keys and codes of applications', async () => {
    const admin = server.client;
    await admin.post('/admin/service_accounts/', { name: 'robot', role: 'Administrator' });
    const given = await admin.post('/admin/keys/', { user: 'robot', name: 'all', scopes: ['admin'] });
    const app = await admin.post('/admin/apps/', { id: 'static', security: 'static', permission: 'admin' });
    passMinutes(60);
    const robot = server.unauthenticated('main').with({ token: String(given.record.key) });
    expect((await robot.post('/admin/keys/', { user: 'robot', name: 'next', scopes: ['*:read'] })).summary).to.equal('201');
    expect((await robot.post('/admin/apps/', { id: 'next', security: 'none', permission: 'read' })).summary).to.equal('201');
    expect(await prove(robot, { password: passwords.operator })).to.equal('403 Insufficient permissions');
    const headers = { 'X-Forwarded-Proto': 'https' }; // the service accepts codes over TLS only
    const code = server.unauthenticated('static').with({ token: String(app.record.code), headers });
    expect((await code.post('/admin/apps/', { id: 'third', security: 'none', permission: 'read' })).summary).to.equal('201');
  });
});
