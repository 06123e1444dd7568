import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

/** Key pairs are read from the sources, because the compiler does not copy them. */
const keyPairs = new URL('../../../test/support/tls/', import.meta.url);
const certificates = {
  first: readFileSync(new URL('certificate.pem', keyPairs), 'utf8'),
  renewed: readFileSync(new URL('renewed-certificate.pem', keyPairs), 'utf8'),
};

const code = '0123456789abcdef0123456789abcdef';
const settled = '"message":"provisioning file applied"';

/** A provisioning file with an application of every kind. */
const provisioning = {
  users: [
    { username: 'Admin', password: 'first password', role: 'Administrator' },
    { username: 'gone', password: 'first password', disabled: true },
  ],
  apps: [
    { id: 'plain', permission: 'admin', security: 'none' },
    { id: 'reader', permission: 'read', security: 'none' },
    { id: 'off', permission: 'disabled', security: 'none' },
    { id: 'secure', permission: 'write', security: 'ssl', showLinks: false, stringify: false },
    { id: 'machine', permission: 'write', security: 'static', code },
  ],
};

describe('A service with HTTPS and a provisioning file', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  let database: TestDatabase;
  const clients: ApiClient[] = [];
  let readUpTo = 0;

  const file = (name: string): string => join(folder.path, name);
  const provision = (document: object): void => writeFileSync(file('provision.json'), JSON.stringify(document));

  /** A client over HTTPS that trusts one certificate. */
  const secureClient = (app: string, token?: string, certificate: string = certificates.first): ApiClient => {
    const client = new ApiClient({ url: service.tlsUrl, app, certificate, ...(token === undefined ? {} : { token }) });
    clients.push(client);
    return client;
  };

  const plainClient = async (app: string, password = 'first password'): Promise<ApiClient> => {
    const client = await service.signIn({ app, password });
    clients.push(client);
    return client;
  };

  /** Reloads the files of the service, and waits for log entries in order. */
  const reload = async (...logged: readonly string[]): Promise<void> => {
    service.reload();
    for (const text of logged) readUpTo = await service.logged(text, readUpTo);
  };

  before(async () => {
    folder = makeTemporaryFolder();
    for (const name of ['certificate.pem', 'key.pem']) copyFileSync(new URL(name, keyPairs), file(name));
    provision(provisioning);
    const variables = {
      HEXIPAM_PROVISION: file('provision.json'),
      HEXIPAM_TLS_PORT: '0',
      HEXIPAM_TLS_CERT: file('certificate.pem'),
      HEXIPAM_TLS_KEY: file('key.pem'),
    };
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    readUpTo = await service.logged(settled);
  });

  after(async () => {
    for (const client of clients) client.close();
    await service?.stop();
    await database?.drop();
    folder?.remove();
  });

  it('serves applications as they are provisioned', async () => {
    const plain = await plainClient('plain');
    expect((await plain.post('/sections/', { name: 'Provisioned' })).status).to.equal(201);
    const reader = await plainClient('reader');
    expect((await reader.get('/sections/Provisioned/')).status).to.equal(200);
    expect((await reader.post('/sections/', { name: 'Forbidden' })).summary).to.equal('401 invalid permissions');
    expect((await reader.get('/user/all/')).summary).to.equal('503 Invalid app permissions');
    expect((await plain.with({ app: 'off' }).get('/sections/')).summary).to.equal('503 Application disabled');
    const users = (await plain.get('/user/all/')).records;
    expect(users.map(({ username }) => username)).to.deep.equal(['Admin', 'gone']);
    expect(JSON.stringify(users)).not.to.match(/password|token|secret|scrypt/i);
    const gone = await service.signIn({ app: 'plain', username: 'gone', password: 'first password' }).catch(String);
    expect(gone).to.include('User account is disabled');
  });

  it('requires HTTPS for some applications, and accepts a static code there', async () => {
    const plain = await plainClient('plain');
    for (const app of ['secure', 'machine'])
      expect((await plain.with({ app }).get('/sections/')).summary).to.equal('503 SSL connection is required for API');
    const unauthenticated = secureClient('secure');
    const authorization = `Basic ${Buffer.from('Admin:first password').toString('base64')}`;
    const { token } = (await unauthenticated.send({ method: 'POST', target: '/user/', headers: { authorization } })).record as {
      token: string;
    };
    const record = (await secureClient('secure', token).get('/sections/Provisioned/')).record;
    expect(record).to.include({ id: 1, strictMode: '0' });
    expect(record).not.to.have.property('links');
    expect((await secureClient('machine', code).get('/sections/Provisioned/')).record).to.include({ id: '1' });
    expect((await secureClient('machine', 'x'.repeat(32)).get('/sections/')).summary).to.equal('401 Unauthorized');
    expect((await secureClient('machine').get('/sections/')).summary).to.equal('401 Unauthorized');
    expect((await secureClient('machine', code).get('/user/')).summary).to.equal('409 Authentication not needed');
  });

  it('ignores X-Forwarded-Proto of untrusted clients', async () => {
    const plain = await plainClient('plain');
    const answer = await plain
      .with({ app: 'secure' })
      .send({ method: 'GET', target: '/sections/', headers: { 'X-Forwarded-Proto': 'https' } });
    expect(answer.summary).to.equal('503 SSL connection is required for API');
  });

  it('applies a changed provisioning file on SIGHUP, and changes nothing when the file is invalid', async () => {
    const plain = await plainClient('plain');
    provision({
      ...provisioning,
      apps: [
        ...provisioning.apps,
        { id: 'bad name!', permission: 'everything', security: 'none' },
        { id: 'late', permission: 'write', security: 'none' },
      ],
    });
    await reload('"message":"provisioning file not applied"');
    expect((await plain.with({ app: 'late' }).get('/sections/')).summary).to.equal('400 Invalid application id');
    writeFileSync(file('provision.json'), '{ "apps": [');
    await reload('"message":"provisioning file not applied"');
    expect((await plain.get('/sections/')).status).to.equal(200);
    provision({
      users: [{ username: 'Admin', password: 'second password', role: 'Administrator' }],
      apps: [{ id: 'late', permission: 'write', security: 'none' }],
    });
    await reload(settled);
    const late = await eventually(() => plainClient('late', 'second password'));
    expect((await late.get('/sections/')).status).to.equal(200);
    expect(await service.signIn({ app: 'plain', password: 'first password' }).catch(String)).to.include(
      'Invalid username or password',
    );
  });

  it('serves a renewed certificate after SIGHUP, and the old one when the new one is invalid', async () => {
    writeFileSync(file('certificate.pem'), 'nonsense');
    await reload('"message":"certificate not reloaded"', settled);
    expect((await secureClient('machine', code).get('/sections/')).status).to.equal(200);
    copyFileSync(new URL('renewed-certificate.pem', keyPairs), file('certificate.pem'));
    copyFileSync(new URL('renewed-key.pem', keyPairs), file('key.pem'));
    await reload(settled);
    expect((await secureClient('machine', code, certificates.renewed).get('/sections/')).status).to.equal(200);
    expect(await secureClient('machine', code).get('/sections/').catch(String)).to.match(/self.signed certificate/);
  });
});

/** Retries for 5 s: administrative changes may take effect a second later. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
