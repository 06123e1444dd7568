import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

/** Secrets of sign-in providers. Each text is unique. */
const secrets = {
  bind: 'bind-Geheimnis-11',
  client: 'client-Geheimnis-12',
  changed: 'client-Geheimnis-13',
  refused: 'refused-Geheimnis-14',
  test: 'test-Geheimnis-15',
  signing: 'c2lnbmluZ0dlaGVpbW5pczE2',
};
const pem = (what: string, body: string) => `-----BEGIN ${what}-----\n${body}\n-----END ${what}-----\n`;

const closed = 'http://127.0.0.1:1';
const provisioning = {
  users: [{ username: 'Admin', password: adminPassword, role: 'Administrator' }],
  apps: [
    { id: 'main', permission: 'admin', security: 'none' },
    { id: 'bearer', permission: 'write', security: 'oidc' },
  ],
  signInProviders: [
    {
      ...{ name: 'corp', type: 'ldap', order: 1 },
      ldap: { urls: ['ldap://127.0.0.1:1'], userBase: 'dc=x', bindDn: 'cn=reader', bindPassword: secrets.bind },
    },
    {
      ...{ name: 'staff', type: 'oidc' },
      oidc: { issuer: closed, clientId: 'hexipam', clientSecret: secrets.client, audience: 'https://ipam.example' },
    },
    {
      ...{ name: 'partners', type: 'saml' },
      saml: {
        ...{
          entityId: closed,
          signInUrl: closed,
          audience: 'https://ipam.example',
          certificates: pem('CERTIFICATE', 'MBMwDQIBATAAMAAwADAAMAAwAAMA'),
        },
        ...{
          signingKey: pem('PRIVATE KEY', secrets.signing),
          signingCertificate: pem('CERTIFICATE', 'MBMwDQIBATAAMAAwADAAMAAwAAMA'),
        },
      },
    },
  ],
};

const json = { 'Content-Type': 'application/json' };
const https = { 'X-Forwarded-Proto': 'https' };

describe('Keys and secrets of providers in a service that logs everything', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let session: DatabaseSession;
  let service: ServiceProcess;
  let client: ApiClient;
  let token = '';
  const keys: string[] = [];
  /** All responses except those that show a new key. */
  const answered: string[] = [];

  const note = (answer: Answer): Answer => {
    answered.push(JSON.stringify(answer.headers), answer.text);
    return answer;
  };
  const send = async (request: RawRequest, app = 'main'): Promise<Answer> => note(await client.with({ app }).send(request));
  const get = (target: string, headers: Record<string, string> = { token }) => send({ method: 'GET', target, headers });
  const write = (method: string, target: string, body: object) =>
    send({ method, target, headers: { token, ...json }, body: JSON.stringify(body) });
  const make = async (target: string, body: object): Promise<string> => {
    const headers = { token, ...json };
    const answer = await client.send({ method: 'POST', target, headers, body: JSON.stringify(body) });
    expect(answer.status).to.equal(201);
    keys.push(String(answer.record.key));
    return String(answer.record.id);
  };

  before(async () => {
    folder = makeTemporaryFolder();
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provisioning));
    database = await createPostgresDatabase();
    const variables = { HEXIPAM_PROVISION: file, HEXIPAM_LOG_LEVEL: 'debug', HEXIPAM_TRUST_PROXY: '127.0.0.1' };
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    session = await DatabaseSession.open(database.url);
    client = service.client({ app: 'main' });
    const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
    token = String((await client.send({ method: 'POST', target: '/user/', headers: { authorization } })).record.token);
    await useKeys();
    await useProviders();
    await readEverything();
  });
  after(async () => {
    client?.close();
    await session?.close();
    await service?.kill9();
    await database?.drop();
    folder?.remove();
  });

  const useKeys = async (): Promise<void> => {
    await write('POST', '/admin/service_accounts/', { name: 'ci' });
    const id = await make('/keys/', { name: 'own', scopes: ['*:write', 'feed', 'export'] });
    await make(`/keys/${id}/rotate/`, { keepDays: 1 });
    await make('/admin/keys/', { user: 'ci', name: 'playbooks', scopes: ['*:read'] });
    await write('PATCH', `/keys/${id}/`, { networks: ['127.0.0.0/8'] });
    await write('PATCH', `/keys/${id}/`, { scopes: ['root'] });
    for (const key of keys) {
      for (const headers of [{ authorization: `Bearer ${key}` }, { token: key }, { 'phpipam-token': key }])
        for (const target of ['/sections/', '/user/', '/keys/', '/admin/keys/', '/changes/', '/rows/vlan/', '/nowhere/'])
          await get(target, headers);
      const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
      for (const text of [wrong, key.slice(0, 20), `${key}x`, ` ${key}`, `Bearer ${key}`])
        await get('/sections/', { authorization: `Bearer ${text}` });
      await get(`/sections/?token=${key}`, {});
      await get(`/sections/${key}/`, { token });
      await get(`/sections/?filter_by=name&filter_value=${key}`);
      await write('POST', '/sections/', { name: 7, token: key });
      await send({
        method: 'POST',
        target: '/sections/',
        headers: { authorization: `Bearer ${key}`, ...json },
        body: '{"name":',
      });
      await send({ method: 'GET', target: '/sections/', headers: { ...https, authorization: `Bearer ${key}` } }, 'bearer');
    }
  };

  const useProviders = async (): Promise<void> => {
    const staff = '/admin/sign_in_providers/staff/';
    await write('PATCH', staff, { 'oidc.issuer': 'http://127.0.0.1:2' });
    await write('PATCH', staff, { 'oidc.issuer': 'nowhere', 'oidc.clientSecret': secrets.refused });
    await write('PATCH', staff, { 'oidc.clientSecret': secrets.refused.repeat(100) });
    await write('PATCH', staff, { 'ldap.bindPassword': secrets.refused });
    await write('POST', '/admin/sign_in_providers/', { name: 'x', type: 'oidc', 'oidc.clientSecret': secrets.refused });
    expect((await write('PATCH', staff, { 'oidc.clientSecret': secrets.changed })).status).to.equal(200);
    await write('POST', `${staff}test/`, {});
    await write('POST', '/admin/sign_in_providers/corp/test/', { username: 'anna', password: secrets.test });
    await write('POST', '/admin/sign_in_providers/corp/test/', { password: secrets.test });
    await write('POST', '/admin/sign_in_providers/partners/test/', {});
    const authorization = `Basic ${Buffer.from(`anna:${secrets.test}`).toString('base64')}`;
    await send({ method: 'POST', target: '/user/', headers: { authorization } });
    const claims = Buffer.from(JSON.stringify({ iss: closed, sub: secrets.test })).toString('base64url');
    await send(
      { method: 'GET', target: '/sections/', headers: { ...https, authorization: `Bearer e30.${claims}.e30` } },
      'bearer',
    );
    for (const path of [
      'sign-in/staff',
      'sign-in/staff/callback?code=x&state=y',
      'sign-in/staff/metadata',
      'sign-in/partners',
      'session',
    ])
      await page(`/console/${path}`);
    await session.rows('alter table access_keys rename to hidden');
    await get('/sections/', { authorization: `Bearer ${keys[1]}` });
    await get('/keys/');
    await session.rows('alter table hidden rename to access_keys');
    await session.rows('alter table sign_in_providers rename to hidden');
    await write('PATCH', staff, { 'oidc.clientSecret': secrets.refused });
    await session.rows('alter table hidden rename to sign_in_providers');
  };

  const page = async (path: string): Promise<void> => {
    const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', headers: { 'X-Hexipam-Console': '1' } });
    answered.push(JSON.stringify([...answer.headers]), await answer.text());
  };

  const readEverything = async (): Promise<void> => {
    for (const name of [
      'keys',
      'sign_in_providers',
      'service_accounts',
      'users',
      'apps',
      'webhooks',
      'settings',
      'history',
      'tokens',
    ])
      await get(`/admin/${name}/`);
    for (const target of ['/admin/sign_in_providers/corp/', '/admin/sign_in_providers/staff/', '/keys/', '/user/all/'])
      await get(target);
    for (const target of ['/changes/?limit=1000', '/changes/?kind=key', '/changes/?kind=signInProvider', '/search/hxp_/'])
      await get(target);
    for (const member of ['ldap.bindPassword', 'oidc.clientSecret', 'saml.signingKey', 'digest'])
      await get(`/admin/sign_in_providers/?filter_by=${member}&filter_value=${secrets.bind}`);
    for (const path of ['/openapi.json', '/docs', '/healthz', '/readyz', '/console/']) await page(path);
  };

  /** Encodings in which a secret may appear. */
  const forms = (all: readonly string[]): string[] =>
    all.flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret)]);
  const digests = (): string[] => keys.map((key) => new RandomTokenSource().digest(key));
  const everySecret = (): string[] => [...forms([...keys, ...Object.values(secrets)]), 'Geheimnis'];
  const expectNone = (text: string, texts: readonly string[], where: string): void => {
    for (const secret of texts) {
      const at = text.indexOf(secret);
      expect(text.slice(Math.max(0, at - 200), at < 0 ? 0 : at + 100), `${secret} in ${where}`).to.equal('');
    }
  };

  it('are not in the log, nor are digests of keys', () => {
    expect(service.logs).to.include('sign-in provider unavailable');
    expectNone(service.logs, [...everySecret(), ...digests(), 'Bearer ', 'Basic '], 'the log');
  });

  it('are in no answer, including errors, lists, history, changes, exports, pages and the description', () => {
    expect(answered.length).to.be.greaterThan(200);
    expect(answered.join('\n')).to.include('(set)').and.to.include('signInProvider');
    expectNone(answered.join('\n'), [...everySecret(), ...digests()], 'an answer');
  });

  it('are in no table, except digests of keys and the current secrets of providers', async () => {
    const tables = await session.dump();
    expect([...tables.keys()]).to.include.members(['access_keys', 'sign_in_providers', 'change_log']);
    for (const [name, rows] of tables) {
      expectNone(rows, forms(keys), name);
      if (name !== 'access_keys') expectNone(rows, digests(), name);
      if (name !== 'sign_in_providers') expectNone(rows, ['Geheimnis', secrets.signing], name);
      expectNone(rows, [secrets.refused, secrets.test, secrets.client], name);
    }
  });
});
