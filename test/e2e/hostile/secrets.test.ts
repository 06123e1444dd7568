import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { EncryptingClient } from '../../http/support/encrypting-client.js';
import type { Answer, ApiClient, RawRequest } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

/** Secrets that must not appear elsewhere. Each text is unique. */
const passwords = { admin: 'admin-Geheimnis-1', ann: 'ann-Geheimnis-2', changed: 'ann-Geheimnis-3', wrong: 'falsch-Geheimnis-4' };
const typedAsName = 'getippt-Geheimnis-5';
const codes = { machine: 'static-code-0123456789abcdef0123', sealed: 'sealed-code-0123456789abcdef0123' };

const users = [
  { username: 'Admin', password: passwords.admin, role: 'Administrator' },
  { username: 'ann', password: passwords.ann },
];
const provisioning = {
  users,
  apps: [
    { id: 'main', permission: 'admin', security: 'none' },
    { id: 'machine', permission: 'write', security: 'static', code: codes.machine },
    { id: 'sealed', permission: 'write', security: 'crypt', code: codes.sealed },
  ],
};

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const https = { 'X-Forwarded-Proto': 'https' };
const json = { 'Content-Type': 'application/json' };

describe('Secrets in a service that logs everything', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let session: DatabaseSession;
  let service: ServiceProcess;
  let client: ApiClient;
  const tokens: string[] = [];
  /** All responses except those that return a token. */
  const answered: string[] = [];

  const provision = (document: object | string): void =>
    writeFileSync(join(folder.path, 'provision.json'), typeof document === 'string' ? document : JSON.stringify(document));
  const keep = (answer: Answer): Answer => {
    answered.push(JSON.stringify(answer.headers), answer.text);
    return answer;
  };
  const send = async (app: string, request: RawRequest): Promise<Answer> => keep(await client.with({ app }).send(request));
  const signIn = async (name: string, password: string): Promise<number> => {
    const answer = await client.send({ method: 'POST', target: '/user/', headers: basic(name, password) });
    if (answer.status === 200) tokens.push(String(answer.record.token));
    else keep(answer);
    return answer.status;
  };
  const reload = async (document: object | string, logged: string, from: number): Promise<number> => {
    provision(document);
    service.reload();
    return service.logged(`"message":"${logged}"`, from);
  };

  before(async () => {
    folder = makeTemporaryFolder();
    provision(provisioning);
    database = await createPostgresDatabase();
    const variables = {
      HEXIPAM_PROVISION: join(folder.path, 'provision.json'),
      HEXIPAM_LOG_LEVEL: 'debug',
      HEXIPAM_TRUST_PROXY: '127.0.0.1',
    };
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    session = await DatabaseSession.open(database.url);
    client = service.client({ app: 'main' });
    await useSecrets();
  });

  after(async () => {
    client?.close();
    await session?.close();
    await service?.kill9();
    await database?.drop();
    folder?.remove();
  });

  const useSecrets = async (): Promise<void> => {
    let logged = await service.logged('"message":"provisioning file applied"');
    expect(await signIn('Admin', passwords.admin)).to.equal(200);
    expect(await signIn('ann', passwords.ann)).to.equal(200);
    expect(await signIn('ann', passwords.wrong)).to.equal(500);
    expect(await signIn(typedAsName, passwords.wrong)).to.equal(500);
    await useTokens();
    await useCodes();
    await provokeFailures();
    logged = await reload({ users: [{ ...users[1], password: passwords.changed }] }, 'provisioning file applied', logged);
    logged = await reload(
      { users: [{ ...users[1], password: passwords.changed, role: 'nobody' }] },
      'provisioning file not applied',
      logged,
    );
    logged = await reload(
      `{ "users": [{ "password": "${passwords.changed}" "code": "${codes.machine}" }] }`,
      'provisioning file not applied',
      logged,
    );
    for (let i = 0; i < 12; i++) await signIn(typedAsName, passwords.wrong);
  };

  const useTokens = async (): Promise<void> => {
    const [token = ''] = tokens;
    const headers = { token };
    for (const target of [
      '/sections/',
      '/user/',
      '/user/all/',
      '/user/admins/',
      '/subnets/',
      '/vlan/',
      '/tools/scanagents/',
      '/search/a/',
    ])
      await send('main', { method: 'GET', target, headers });
    const named = { method: 'POST', headers: { ...headers, ...json } };
    await send('main', { ...named, target: '/sections/', body: '{"name":"Section"}' });
    await send('main', { ...named, target: '/subnets/', body: '{"sectionId":1,"subnet":"10.0.0.0","mask":24}' });
    await send('main', { ...named, target: '/sections/', body: '{"name":' });
    await send('main', { ...named, target: '/sections/', headers: { ...headers, 'Content-Type': 'text/plain' }, body: 'x' });
    await send('main', { method: 'GET', target: '/subnets/1/changelog/', headers });
    for (const wrong of [`${token}x`, token.slice(1), codes.machine])
      await send('main', { method: 'GET', target: '/sections/', headers: { token: wrong } });
    await send('main', { method: 'DELETE', target: '/user/', headers: { token: tokens[1] ?? '' } });
    await send('main', { method: 'GET', target: '/user/', headers: { token: tokens[1] ?? '' } });
  };

  const useCodes = async (): Promise<void> => {
    const target = '/sections/';
    expect((await send('machine', { method: 'GET', target, headers: { ...https, token: codes.machine } })).status).to.equal(200);
    for (const token of [codes.sealed, `${codes.machine}x`])
      await send('machine', { method: 'GET', target, headers: { ...https, token } });
    await send('machine', { method: 'GET', target, headers: { token: codes.machine } });
    expect(keep(await new EncryptingClient(client, 'sealed', codes.sealed).send('GET', 'sections', {})).status).to.equal(200);
    keep(await new EncryptingClient(client, 'sealed', codes.machine).send('GET', 'sections', {}));
  };

  /** Makes statements that contain secrets fail. */
  const provokeFailures = async (): Promise<void> => {
    for (const table of ['tokens', 'users', 'change_log']) {
      await session.rows(`alter table ${table} rename to hidden`);
      expect(await signIn('Admin', passwords.admin)).to.equal(503);
      await send('main', { method: 'GET', target: '/user/', headers: { token: tokens[0] ?? '' } });
      await session.rows(`alter table hidden rename to ${table}`);
    }
    await session.rows('alter table tokens add constraint impossible check (length(digest) = 1) not valid');
    expect(await signIn('Admin', passwords.admin)).to.equal(500);
    await session.rows('alter table tokens drop constraint impossible');
    // Attempts that failed this way count as pending for a minute, and later attempts would wait for them.
    await session.rows('update sign_in_attempts set pending = 0');
  };

  /** Encodings in which a secret may appear. */
  const forms = (secrets: readonly string[]): string[] =>
    secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret)]);
  const digests = (): string[] => tokens.map((token) => new RandomTokenSource().digest(token));
  const everywhere = (): string[] => [...forms([...Object.values(passwords), ...tokens]), 'Geheimnis'];
  const expectNone = (text: string, secrets: readonly string[], where: string): void => {
    for (const secret of secrets) expect(text.includes(secret), `${secret} in ${where}`).to.equal(false);
  };

  it('are not in the log, nor are hashes and digests', () => {
    expect(service.logs).to.include('"level":"error"').and.to.include('request failed');
    expectNone(service.logs, [...everywhere(), ...forms(Object.values(codes)), ...digests(), 'scrypt$', 'Basic '], 'the log');
  });

  it('are in no answer, including errors and lists', () => {
    expect(answered.length).to.be.greaterThan(60);
    expect(answered.join('\n')).to.include('Internal server error');
    expectNone(answered.join('\n'), [...everywhere(), ...forms(Object.values(codes)), ...digests(), 'scrypt$'], 'an answer');
  });

  it('are in no table, except hashes of passwords, tokens and codes, and keys of encrypted applications', async () => {
    const tables = await session.dump();
    expect([...tables.keys()]).to.include.members([
      'users',
      'tokens',
      'apps',
      'change_log',
      'sign_in_attempts',
      'sign_in_origins',
    ]);
    for (const [name, rows] of tables) {
      expectNone(rows, everywhere(), name);
      expectNone(rows, forms(name === 'apps' ? [codes.machine] : Object.values(codes)), name);
      if (name !== 'users') expectNone(rows, ['scrypt$'], name);
      if (name !== 'tokens') expectNone(rows, digests(), name);
    }
    expect(tables.get('change_log')).to.include('signInFailed').and.to.include('block');
  });
});
