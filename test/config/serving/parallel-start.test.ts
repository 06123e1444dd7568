import { expect } from 'chai';
import { createIpam, type Ipam, internalCaller } from '../../../config/embed.js';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';

const processes = 4;

describe('Concurrent starts on an empty PostgreSQL database', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let services: Ipam[] = [];

  beforeEach(async () => {
    database = await createDatabase((await sharedPostgres()).url);
    services = await Promise.all(Array.from({ length: processes }, () => createIpam({ storage: { url: database.url } })));
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await database.drop();
  });

  it('create one first user, and return its password once', async () => {
    const credentials = await Promise.all(services.map(({ administration }) => administration.firstStart()));
    const [known, ...others] = credentials.filter((each) => each !== undefined);
    expect(others).to.deep.equal([]);
    for (const { signIn } of services) await signIn.signIn(internalCaller, known?.username ?? '', known?.password ?? '');
  });

  it('apply a provisioning file with each entry once', async () => {
    const document = {
      settings: { vlanMax: 100 },
      groups: [{ name: 'Auditors' }],
      users: [{ username: 'somebody', password: 'secret', groups: ['Auditors'] }],
      apps: [{ id: 'main', permission: 'admin', security: 'none' }],
      customFields: [{ on: 'subnets', name: 'custom_env', type: 'varchar(8)' }],
    };
    const changes = await Promise.all(services.map(({ administration }) => administration.provision(document)));
    expect(changes.flat().filter((entry) => entry !== 'users[0]')).to.have.members([
      'settings',
      'groups[0]',
      'apps[0]',
      'customFields[0]',
    ]);
    const [first] = services;
    expect((await first?.directory.users())?.map(({ username }) => username)).to.deep.equal(['somebody']);
    expect((await first?.directory.groups())?.map(({ name }) => name)).to.deep.equal(['Operators', 'Guests', 'Auditors']);
  });
});
