import { expect } from 'chai';
import { openDatabase } from '../../adapters/knex/index.js';
import { RandomTokenSource, ScryptPasswordHasher, systemClock } from '../../adapters/system/index.js';
import { Administration } from '../../application/access/administration/administration.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { created, dataOf, Fleet, tally } from './support/races/fleet.js';

/** Test timeout in ms. A service starts slowly on a busy machine. */
const maxWait = 120_000;

const type = 'varchar(32)';
const customFields = [
  { on: 'subnets', name: 'custom_customer_type', type },
  { on: 'subnets', name: 'custom_customer_address_type', type },
];

/** Defines the custom fields before the services start. The services create user and application. */
async function defineFields(url: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await database.migrate();
    const { readers, unitOfWork } = database;
    const passwords = new ScryptPasswordHasher();
    await new Administration(readers, unitOfWork, systemClock, passwords, new RandomTokenSource()).provision({ customFields });
  } finally {
    await database.close();
  }
}

describe('Prefix selection by 50 clients of two processes on one PostgreSQL database', function () {
  this.timeout(maxWait);
  let database: TestDatabase;
  let fleet: Fleet;
  let sectionId: number;

  before(async () => {
    database = await createPostgresDatabase();
    await defineFields(database.url);
    fleet = await Fleet.start(database.url, 2);
    sectionId = await fleet.section();
  });
  after(async () => {
    await fleet?.stop();
    await database?.drop();
  });

  it('fills all candidates of a customer with subnets exactly, and then returns 404', async () => {
    for (const cidr of ['10.1.0.0/26', '10.2.0.0/27', '10.3.0.0/25'])
      await fleet.network(sectionId, cidr, { custom_customer_type: 'home' });
    const answers = await fleet.race(2, (client) => client.post('/prefix/home/v4/29/'));
    expect(tally(answers)).to.deep.equal({ '201': 28, '404 No subnets found': 72 });
    const expected = [8, 4, 16].flatMap((count, index) =>
      Array.from({ length: count }, (_, n) => `10.${index + 1}.0.${n * 8}/29`),
    );
    expect(dataOf(created(answers))).to.have.members(expected);
    const stored = (await fleet.client.list('/subnets/')).map(({ subnet, mask }) => `${subnet}/${mask}`);
    expect(stored.filter((cidr) => cidr.endsWith('/29'))).to.have.members(expected);
  });

  it('fills all candidates of a customer with addresses exactly, and then returns 404', async () => {
    const candidates = { '10.11.0.0/28': 14, '10.12.0.0/30': 2, '10.13.0.0/27': 30, '10.14.0.0/31': 2 };
    for (const cidr of Object.keys(candidates)) await fleet.network(sectionId, cidr, { custom_customer_address_type: 'voip' });
    const answers = await fleet.race(2, (client) => client.post('/prefix/voip/v4/address/'));
    expect(tally(answers)).to.deep.equal({ '201': 48, '404 No addresses found': 52 });
    const taken = dataOf(created(answers));
    expect(new Set(taken)).to.have.property('size', 48);
    for (const [cidr, count] of Object.entries(candidates)) {
      const start = cidr.slice(0, cidr.indexOf('.0.0/') + 3);
      expect(
        taken.filter((ip) => ip.startsWith(start)),
        cidr,
      ).to.have.lengthOf(count);
    }
    const stored = (await fleet.client.list('/addresses/')).map(({ ip }) => String(ip));
    expect(stored).to.have.members(taken);
  });

  it('fills the candidates in order, and uses none before the previous ones are full', async () => {
    for (const cidr of ['10.21.0.0/28', '10.22.0.0/24']) await fleet.network(sectionId, cidr, { custom_customer_type: 'order' });
    const answers = await fleet.race(1, (client) => client.post('/prefix/order/v4/30/'));
    const expected = [
      ...Array.from({ length: 4 }, (_, n) => `10.21.0.${n * 4}/30`),
      ...Array.from({ length: 46 }, (_, n) => `10.22.0.${n * 4}/30`),
    ];
    expect(tally(answers)).to.deep.equal({ '201': 50 });
    expect(dataOf(answers)).to.have.members(expected);
  });

  it('logs no warnings or errors', () => {
    expect(fleet.complaints).to.deep.equal([]);
  });
});
