import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { OAuthRefusal } from '../../../application/access/oauth/oauth-clients.js';
import type { IssuedTokens } from '../../../application/access/oauth/oauth-tokens.js';
import { mcpApp } from '../../../application/access/sign-in/built-in-apps.js';
import { StoredApps } from '../../../application/access/sign-in/directory.js';
import { type Caller, callerOf, commandLineCaller, internalCaller } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import { grantableScopes, type OAuthClient } from '../../../domain/access/oauth.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { app } from '../../domain/support/apps.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { NotingHasher } from '../support/administration.js';

const redirectUri = 'https://tool.example/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const address = '192.0.2.7';

const refusalOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work, OAuthRefusal)).code;
const codeOfError = async (work: Promise<unknown>): Promise<string> => (await errorOf(work, IpamError)).code;

describe('Access of OAuth clients', () => {
  let ipam: Application;
  let readers: Readers;
  let user: User;
  let caller: Caller;
  let client: OAuthClient;
  let now: Date;

  const pass = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  beforeEach(async () => {
    now = new Date(Date.UTC(2030, 0, 1));
    const database = createMemoryDatabase({ now: () => now }, { checksLocks: true });
    readers = database.readers;
    const { unitOfWork } = database;
    const [clock, passwords, tokens] = [{ now: () => now }, new NotingHasher(), new RandomTokenSource()];
    ipam = createApplication({
      ...{ readers, unitOfWork, clock, timers: systemTimers, random: systemRandom, passwords, tokens, tokenTtl: 3600 },
      ...{ grantableScopes: grantableScopes('write'), storedApps: new StoredApps(readers, clock, [mcpApp('write')]) },
    });
    await ipam.access.users.add(commandLineCaller, { username: 'ann', password: 'correct horse' });
    user = (await readers.users.findByName('ann')) as User;
    const { token } = await ipam.signIn.signIn(internalCaller, 'ann', 'correct horse', undefined, {});
    caller = { ...callerOf(app, user, { enforceUserPermissions: true }, address), session: tokens.digest(token) };
    client = await ipam.oauthClients.register({ name: 'Tool', redirectUris: [redirectUri] }, address);
  });

  const request = (): [string, string][] => [
    ...([['response_type', 'code'] as const, ['client_id', client.id], ['redirect_uri', redirectUri]] as [string, string][]),
    ...([['code_challenge', challenge] as const, ['code_challenge_method', 'S256']] as [string, string][]),
  ];

  async function newCode(): Promise<string> {
    const url = await ipam.authorizations.allow(caller, request(), ['*:read'], 'https://ipam.example');
    return String(new URL(url).searchParams.get('code'));
  }

  const redeem = (code: string): Promise<IssuedTokens> =>
    ipam.oauthTokens.redeem({ code, clientId: client.id, redirectUri, verifier }, address);

  const newTokens = async (): Promise<IssuedTokens> => redeem(await newCode());
  const refresh = (token: string): Promise<IssuedTokens> => ipam.oauthTokens.refresh(token, client.id, address);
  const accessBy = (token: string, audience: 'mcp' | null = 'mcp') =>
    ipam.accessKeys.authenticate(token, address, false, audience);

  it('ends an hour after the tokens are issued, and is renewed by a refresh', async () => {
    const { accessToken, refreshToken, seconds } = await newTokens();
    expect(seconds).to.equal(3600);
    pass(3599);
    expect(await accessBy(accessToken)).to.have.nested.property('user.username', 'ann');
    pass(1);
    expect(await accessBy(accessToken)).to.equal('expired');
    const renewed = await refresh(refreshToken);
    expect(await accessBy(renewed.accessToken)).to.have.nested.property('key.name', 'mcp Tool');
  });

  it('is limited to its interface', async () => {
    const { accessToken } = await newTokens();
    expect(await accessBy(accessToken, null)).to.equal('invalid');
  });

  it('causes no alarm of an expiring key, unlike other keys', async () => {
    await ipam.access.settings.set(commandLineCaller, { alarms: { enabled: true } });
    await newTokens();
    await ipam.ownKeys.add(caller, { name: 'laptop', scopes: ['*:read'], days: 1 });
    expect(await ipam.alarms.check()).to.equal(1);
  });

  it('needs a code of the last 60 seconds', async () => {
    const code = await newCode();
    pass(60);
    expect(await refusalOf(redeem(code))).to.equal('invalid_grant');
  });

  it('needs a refresh token of the last 30 days', async () => {
    const { refreshToken } = await newTokens();
    pass(30 * 86_400);
    expect(await refusalOf(refresh(refreshToken))).to.equal('invalid_grant');
  });

  it('needs a recent proof of identity for the consent, and a session', async () => {
    pass(300);
    expect(await codeOfError(newCode())).to.equal('account.proofOutdated');
    for (const other of [internalCaller, callerOf(app, null, { enforceUserPermissions: true }, address)])
      expect(await codeOfError(ipam.authorizations.allow(other, request(), ['*:read'], 'https://ipam.example'))).to.equal(
        'permission.denied',
      );
  });

  it('is rejected for invalid and repeated parameters', async () => {
    for (const parameters of [
      [],
      [...request(), ...request()],
      request().slice(1),
      [['client_id', '\u0000']] as [string, string][],
    ])
      expect(await codeOfError(ipam.authorizations.describe(caller, parameters))).to.equal('authorization.invalid');
  });

  it('ends when the user is disabled', async () => {
    const { accessToken, refreshToken } = await newTokens();
    await ipam.access.users.set(commandLineCaller, 'ann', { disabled: true });
    expect(await accessBy(accessToken)).to.equal('invalid');
    expect(await refusalOf(refresh(refreshToken))).to.equal('invalid_grant');
  });

  it('ends for the oldest client when a user grants more than 20', async () => {
    const first = await newTokens();
    for (let count = 0; count < 20; count++) {
      pass(1);
      await newCode();
    }
    expect(await accessBy(first.accessToken)).to.equal('invalid');
    expect(await readers.oauth.listGrants(user.id)).to.have.length(20);
  });

  it('stores digests only', async () => {
    const code = await newCode();
    const issued = await redeem(code);
    const stored = JSON.stringify([await readers.oauth.listGrants(user.id), await readers.accessKeys.list()]);
    const history = JSON.stringify(await readers.changeLog.audit(100));
    for (const secret of [code, issued.accessToken, issued.refreshToken])
      for (const part of [secret, secret.slice(-32), secret.slice(4, 36)]) expect(`${stored}${history}`).to.not.contain(part);
  });

  it('has one history entry for its start and one for its end, and none for a refresh', async () => {
    const { refreshToken } = await newTokens();
    const renewed = await refresh(refreshToken);
    await ipam.oauthTokens.revoke(renewed.accessToken, client.id, address);
    const entries = (await readers.changeLog.audit(100)).filter(({ object }) => object === 'key');
    expect(entries.map(({ action, objectName, by, appId }) => [action, objectName, by, appId])).to.deep.equal([
      ['delete', 'ann mcp Tool', 'ann', 'mcp'],
      ['add', 'ann mcp Tool', 'ann', 'mcp'],
    ]);
  });

  it('is deleted after its end, and its client later', async () => {
    await newTokens();
    pass(31 * 86_400);
    expect(await ipam.oauthClients.sweep()).to.equal(1);
    expect([await readers.oauth.listGrants(user.id), await readers.accessKeys.list()]).to.deep.equal([[], []]);
    expect(await readers.oauth.findClient(client.id)).to.have.property('name', 'Tool');
    pass(60 * 86_400);
    expect(await ipam.oauthClients.sweep()).to.equal(0);
    expect(await readers.oauth.findClient(client.id)).to.equal(undefined);
  });

  it('is impossible if no scope can be granted', async () => {
    const { clock, unitOfWork } = { clock: { now: () => now }, unitOfWork: createMemoryDatabase().unitOfWork };
    const [passwords, tokens] = [new NotingHasher(), new RandomTokenSource()];
    const other = createApplication({
      ...{ readers, unitOfWork, clock, timers: systemTimers, random: systemRandom, passwords, tokens, tokenTtl: 3600 },
    });
    expect(await codeOfError(other.authorizations.describe(caller, request()))).to.equal('authorization.invalid');
  });
});

describe('Registrations of OAuth clients', () => {
  it('are limited by the minute, for each client network and in total', async () => {
    let now = new Date(Date.UTC(2030, 0, 1));
    const { readers, unitOfWork } = createMemoryDatabase({ now: () => now });
    const [clock, passwords, tokens] = [{ now: () => now }, new NotingHasher(), new RandomTokenSource()];
    const { oauthClients } = createApplication({
      ...{ readers, unitOfWork, clock, timers: systemTimers, random: systemRandom, passwords, tokens, tokenTtl: 3600 },
    });
    const register = (from: string) => oauthClients.register({ name: '', redirectUris: [redirectUri] }, from);
    for (let count = 0; count < 10; count++) await register(`2001:db8::${count}`);
    expect(await refusalOf(register('2001:db8::99'))).to.equal('temporarily_unavailable');
    for (let count = 0; count < 50; count++) await register(`192.0.2.${count}`);
    expect(await refusalOf(register('198.51.100.1'))).to.equal('temporarily_unavailable');
    now = new Date(now.getTime() + 60_000);
    await register('2001:db8::99');
  });
});
