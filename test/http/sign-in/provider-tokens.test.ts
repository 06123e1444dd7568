import { expect } from 'chai';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { OpenIdProviders } from '../../../adapters/oidc/openid-providers.js';
import { systemClock } from '../../../adapters/system/index.js';
import { AdministrativeUnits } from '../../../application/access/administration/administrative-units.js';
import { ProvidedUsers } from '../../../application/access/administration/provided-users.js';
import { internalCaller } from '../../../application/caller.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { ApiServer } from '../../support/api-server.js';
import { LyingProvider } from '../../support/oidc/lying-provider.js';
import { OpenIdProvider } from '../../support/oidc/open-id-provider.js';

const now = () => Math.floor(Date.now() / 1000);
const audience = 'https://ipam.example';

describe('An application of security oidc', () => {
  let provider: LyingProvider;
  let server: ApiServer;

  before(async () => {
    provider = await LyingProvider.start();
    const memory = createMemoryDatabase();
    server = await ApiServer.start({
      storage: memory,
      oidc: new OpenIdProviders(new NodeHttpClient()),
      trustedProxies: [Prefix.parse('127.0.0.0/8')],
      provision: {
        apps: [
          { id: 'main', permission: 'admin', security: 'none', showLinks: false },
          { id: 'bearer', permission: 'write', security: 'oidc', showLinks: false },
        ],
        signInProviders: [
          {
            ...{ name: 'staff', type: 'oidc', label: 'Staff' },
            oidc: { issuer: provider.issuer, clientId: 'hexipam', audience },
          },
        ],
      },
    });
    const { access } = server.application;
    const [stored] = await access.signInProviders.list(internalCaller);
    if (!stored) throw new Error('there is no provider');
    const users = new ProvidedUsers(memory.readers, new AdministrativeUnits(memory.unitOfWork, systemClock));
    const person = { realName: '', email: '', isEmailVerified: false, groups: [] };
    for (const [username, sub] of [
      ['anna', '7'],
      ['gone', '8'],
    ] as const)
      await users.settle(stored, { ...person, username, subject: `${provider.issuer} ${sub}` }, null);
    await access.users.set(internalCaller, 'gone', { disabled: true });
    await access.serviceAccounts.add(internalCaller, { name: 'ci' });
    await access.users.add(internalCaller, { username: 'person', password: 'correct horse battery' });
    await access.signInProviders.set(internalCaller, 'staff', {
      mapping: 'client-7 => service account ci\n77-uuid => service account CI\nops => group Operators',
    });
    server.application.directory.forget();
  });
  after(async () => {
    await server.close();
    await provider.close();
  });

  const claims = (given: object = {}) => ({ ...provider.claims(''), nonce: undefined, aud: audience, ...given });
  const signed = (given: object = {}, header: object = { typ: 'at+jwt' }) => provider.sign(claims(given), header);
  const get = async (authorization: string | undefined, further: Record<string, string> = { 'x-forwarded-proto': 'https' }) => {
    const headers = { ...further, ...(authorization === undefined ? {} : { authorization }) };
    return (await server.unauthenticated('bearer').send({ method: 'GET', target: '/sections/', headers })).status;
  };
  const bearing = async (token: string) => get(`Bearer ${token}`);

  it('accepts access tokens of users of the provider', async () => {
    expect(await bearing(await signed())).to.equal(200);
    expect(await bearing(await signed({ aud: ['other', audience] }, { typ: 'application/at+jwt' }))).to.equal(200);
    expect(await bearing(await signed({ exp: now() - 30 }))).to.equal(200);
  });

  it('refuses invalid tokens, and tokens of unknown or disabled users', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged: readonly (readonly [title: string, token: string])[] = [
      ['unsigned', new UnsecuredJWT(claims()).encode()],
      ['of another key', await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey)],
      ['for another audience', await signed({ aud: 'other' })],
      ['an ID token', await provider.sign(provider.claims('a nonce'))],
      ['with a nonce', await signed({ nonce: 'a nonce' })],
      ['a logout token', await signed({}, { typ: 'logout+jwt' })],
      ['of another issuer', await signed({ iss: 'https://evil.example' })],
      ['expired', await signed({ exp: now() - 120 })],
      ['of the future', await signed({ nbf: now() + 900 })],
      ['of an unknown subject', await signed({ sub: '9' })],
      ['of a disabled user', await signed({ sub: '8' })],
      ['without an end', await signed({ exp: undefined })],
      ['nonsense', 'a.b.c'],
    ];
    for (const [title, token] of forged) expect(await bearing(token), title).to.be.oneOf([401, 403]);
    expect(await get(undefined)).to.be.oneOf([401, 403]);
    expect(await get('Basic YTpi')).to.be.oneOf([401, 403]);
  });

  it('accepts tokens of programs as the service account in the mapping', async () => {
    for (const given of [
      { sub: 'client-7' },
      { sub: '77-uuid', azp: 'other' },
      { sub: 'object-id', azp: 'client-7', idtyp: 'app' },
      { sub: 'client-7@clients', azp: 'client-7', gty: 'client-credentials' },
    ]) {
      expect(await bearing(await signed(given)), JSON.stringify(given)).to.equal(200);
    }
  });

  it('accepts client credentials of a provider as a service account', async () => {
    const real = await OpenIdProvider.start();
    await real.register('http://127.0.0.1:1', 'real');
    const { access, directory } = server.application;
    await access.signInProviders.add(internalCaller, {
      ...{ name: 'real', type: 'oidc', mapping: 'hexipam => service account ci' },
      oidc: { issuer: real.issuer, clientId: 'console', audience },
    });
    directory.forget();
    expect(await bearing(await real.programToken(audience))).to.equal(200);
    expect(await bearing(await real.programToken('https://other.example'))).to.be.oneOf([401, 403]);
    await access.signInProviders.set(internalCaller, 'real', { mapping: 'other => service account ci' });
    directory.forget();
    expect(await bearing(await real.programToken(audience))).to.be.oneOf([401, 403]);
    await access.signInProviders.remove(internalCaller, 'real');
    await real.close();
  });

  it('does not map tokens of persons to service accounts, regardless of their client', async () => {
    for (const given of [
      { sub: '9', client_id: 'client-7', azp: 'client-7' },
      { sub: '9', client_id: 'client-7', idtyp: 'user' },
      { sub: '9', name: 'client-7', groups: ['client-7'] },
      { sub: 'CLIENT-7' },
      { sub: 'client-7', aud: 'other' },
      { sub: 'client-7', exp: now() - 120 },
    ])
      expect(await bearing(await signed(given)), JSON.stringify(given)).to.be.oneOf([401, 403]);
    expect(await bearing(await signed({ azp: 'client-7' }))).to.equal(200); // anna, by her subject
  });

  it('refuses programs with a disabled or removed account, and mappings to persons', async () => {
    const { access, directory } = server.application;
    const token = await signed({ sub: 'client-7' });
    await access.serviceAccounts.set(internalCaller, 'ci', { disabled: true });
    directory.forget();
    expect(await bearing(token)).to.be.oneOf([401, 403]);
    await access.serviceAccounts.set(internalCaller, 'ci', { disabled: false });
    directory.forget();
    expect(await bearing(token)).to.equal(200);
    const mapTo = (name: string) =>
      access.signInProviders.set(internalCaller, 'staff', { mapping: `client-7 => service account ${name}` }).then(
        () => 'set',
        ({ details }) => details.problem,
      );
    expect(await mapTo('person')).to.equal('names a service account that does not exist: person');
    expect(await mapTo('nobody')).to.equal('names a service account that does not exist: nobody');
    await access.serviceAccounts.remove(internalCaller, 'ci');
    directory.forget();
    expect(await bearing(token)).to.be.oneOf([401, 403]);
    await access.serviceAccounts.add(internalCaller, { name: 'ci' });
  });

  it('refuses other credentials, and tokens over plain HTTP', async () => {
    expect(await get(`Bearer ${await signed()}`, {})).not.to.equal(200);
    const basic = Buffer.from('operator:op secret').toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const answer = await server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers });
    expect(await get(undefined, { 'x-forwarded-proto': 'https', token: String(answer.record.token) })).not.to.equal(200);
  });

  it('accepts no tokens when the provider has no audience or is disabled', async () => {
    const token = await signed();
    const set = async (changes: object) => {
      await server.application.access.signInProviders.set(internalCaller, 'staff', changes);
      server.application.directory.forget();
    };
    await set({ oidc: { audience: '' } });
    expect(await bearing(token)).not.to.equal(200);
    await set({ oidc: { audience }, disabled: true });
    expect(await bearing(token)).not.to.equal(200);
    await set({ disabled: false });
    expect(await bearing(token)).to.equal(200);
  });
});
