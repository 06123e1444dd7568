import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { runStep, whyLeftOut } from './support/python-clients.js';

const tls = (name: string): string => fileURLToPath(new URL(`../../../test/support/tls/${name}`, import.meta.url));

const code = '0123456789abcdef0123456789abcdef';

/** One application for each authentication method of the clients. */
const provisioning = {
  users: [{ username: 'Admin', password: adminPassword, role: 'Administrator' }],
  apps: [
    { id: 'plain', permission: 'admin', security: 'none' },
    { id: 'crypt', permission: 'admin', security: 'crypt', code, cryptLegacy: true },
    { id: 'machine', permission: 'admin', security: 'static', code },
  ],
};

/** Test titles of each client, with the step of its script. */
const clients: Readonly<Record<string, { readonly script: string; readonly steps: Readonly<Record<string, string>> }>> = {
  'phpypam 1.0.3': {
    script: 'run_phpypam.py',
    steps: {
      'signs in, and gets an error for a wrong password': 'sign_in',
      'finds the controllers': 'controllers',
      'lists all subnets and filtered ones, and gets an error if there are none': 'lists',
      'searches addresses, host names and networks, and gets an error if nothing is found': 'searches',
      'allocates the first free subnets and addresses, each one once': 'first_free',
      'creates, changes and deletes sections, subnets and addresses': 'life_of_records',
      'creates, changes and deletes VLANs': 'vlans',
    },
  },
  'phpipam-client 0.4.0': {
    script: 'run_phpipam_client.py',
    steps: {
      'signs in, and gets an error for a wrong password': 'sign_in',
      'lists, searches, allocates, creates, changes and deletes with a token': 'with_token',
      'does all the same in encrypted requests': 'with_encryption',
      'is refused with another code than that of the application': 'wrong_code',
      'may encrypt JSON of every length from 30 to 130': 'every_length',
      'writes texts of every length, encrypted': 'written_lengths',
    },
  },
  'phpipam-api 1.1.0': {
    script: 'run_phpipam_api.py',
    steps: {
      'signs in, and gets an error for a wrong password': 'sign_in',
      'lists, searches, allocates, creates, changes and deletes with a token': 'with_token',
      'does all the same with a static code over HTTPS': 'static_code',
      'finds the subnets and addresses of a device, which lose it when it is deleted': 'devices',
    },
  },
  'phpipam-mcp-server 0.3.0': {
    script: 'run_phpipam_mcp_server.py',
    steps: {
      'offers its tools': 'tools',
      'reports a wrong code': 'wrong_code',
      'lists sections, subnets with their usage, and the other records': 'lists',
      'searches addresses, host names and networks, and reports if nothing is found': 'searches',
      'creates, changes and deletes subnets and addresses': 'life_of_records',
    },
  },
};

const title = `Unmodified Python clients${whyLeftOut === undefined ? '' : ` (${whyLeftOut})`}`;

describe(title, function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  let database: TestDatabase;
  let variables: Readonly<Record<string, string>>;

  before(async function () {
    // the Python clients cannot be installed
    if (whyLeftOut !== undefined) return this.skip();
    folder = makeTemporaryFolder();
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provisioning));
    const listener = { HEXIPAM_TLS_PORT: '0', HEXIPAM_TLS_CERT: tls('certificate.pem'), HEXIPAM_TLS_KEY: tls('key.pem') };
    database = await createEmbeddedDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url, variables: { HEXIPAM_PROVISION: file, ...listener } });
    variables = {
      SERVICE_URL: service.url,
      SERVICE_TLS_URL: service.tlsUrl,
      SERVICE_PASSWORD: adminPassword,
      SERVICE_CODE: code,
      REQUESTS_CA_BUNDLE: tls('certificate.pem'),
    };
  });

  after(async () => {
    await service?.stop();
    await database?.drop();
    folder?.remove();
    expect(service?.complaints ?? []).to.deep.equal([]);
  });

  for (const [client, { script, steps }] of Object.entries(clients))
    describe(client, () => {
      for (const [sentence, step] of Object.entries(steps)) it(sentence, () => runStep(script, step, variables));
    });
});
