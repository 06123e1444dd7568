import { expect } from 'chai';
import pg from 'pg';
import { openDatabase } from '../../../adapters/knex/index.js';
import { collect } from '../../support/collect.js';
import { onPostgres } from './fresh-database.js';

/** Findings of the check in a small register after writes without the service. */
async function textsAfter(...statements: readonly string[]): Promise<string[]> {
  let texts: string[] = [];
  await onPostgres(async (url) => {
    const database = await openDatabase({ url });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await database.migrate();
      await client.query('set session_replication_role = replica'); // disables foreign keys
      for (const statement of [...register, ...statements]) await client.query(statement);
      texts = (await collect(database.check({ repair: false }))).map(({ text }) => text);
    } finally {
      await client.end();
      await database.close();
    }
  });
  return texts;
}

const register = [
  `insert into sections (id, name, name_key) values (1, 'one', 'one'), (2, 'two', 'two')`,
  `insert into subnets (id, section_id, network, is_folder, master_subnet_id, description) values
    (1, 1, '10.0.0.0/8', false, null, ''), (2, 1, '10.1.0.0/16', false, 1, ''),
    (3, 1, null, true, null, 'folder'), (4, 1, null, true, 3, 'below')`,
];

describe('The check of records', () => {
  it('finds nothing in a sound register', async () => {
    expect(await textsAfter()).to.deep.equal([]);
  });

  const invalid: readonly (readonly [problem: string, statement: string, texts: readonly string[]])[] = [
    [
      'references to missing records',
      'update subnets set vlan_id = 77, vrf_id = 78 where id = 2',
      [
        'subnets 2: vlanId names 77, which is not there: set another one',
        'subnets 2: vrfId names 78, which is not there: set another one',
      ],
    ],
    [
      'NAT rules of missing addresses',
      `insert into nats (id, name, src) values (9, 'rule', '{"ipaddresses":["12"],"subnets":["1"]}')`,
      ['nats 9: src names ipaddresses 12, which is not there: take it out'],
    ],
    [
      'permissions of missing groups',
      `update sections set permissions = '[[44, 2]]' where id = 1`,
      ['sections 1: permissions names group 44, which is not there: take it out'],
    ],
    [
      'folders below themselves',
      'update subnets set master_subnet_id = 4 where id = 3',
      ['subnet 3: it hangs below itself: give it another master', 'subnet 4: it hangs below itself: give it another master'],
    ],
    [
      'networks outside of their master',
      `update sections set strict_mode = true; update subnets set network = '11.0.0.0/16' where id = 2`,
      ['subnet 2: 11.0.0.0/16 does not lie in its master 10.0.0.0/8, subnet 1: give it another master'],
    ],
    [
      'sections too deep',
      'update sections set master_section = 3 - id',
      [
        'section 1: its master, section 2, is below another section: give it another master',
        'section 2: its master, section 1, is below another section: give it another master',
      ],
    ],
    [
      'devices in occupied or missing units of a rack',
      `insert into racks (id, name, size) values (1, 'R', 10);
       insert into devices (id, hostname, rack, rack_start, rack_size) values (1, 'a', 1, 1, 4), (2, 'b', 1, 4, 1), (3, 'c', 1, 10, 2)`,
      [2, 3].map((id) => `device ${id}: units in rack 1 do not exist or are taken: set rack_start or rack_size`),
    ],
  ];
  for (const [problem, statement, texts] of invalid)
    it(`finds ${problem}`, async () => {
      expect(await textsAfter(statement)).to.deep.equal(texts);
    });
});
