import { expect } from 'chai';
import { limitsOf } from '../../../adapters/knex/connection/limits.js';
import { subnetsIn } from '../../../adapters/knex/inventory/subnets/subnet-repository.js';
import { migrate } from '../../../adapters/knex/migrations/migrate.js';
import { hasCustom, idsWithCustom, narrowedByCustom } from '../../../adapters/knex/records/custom-condition.js';
import { PoolSession } from '../../../adapters/knex/sessions/pool-session.js';
import { knex } from '../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../adapters/knex/waiting/connections.js';
import type { CustomCondition } from '../../../application/ports/inventory/records.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';

const rows = 20_000;

/** Rows: every hundredth has a unique value, and all share another. */
const fill: Readonly<Record<string, string>> = {
  subnets: `insert into subnets (section_id, network, custom)
    select 1, ('10.' || n / 256 || '.' || n % 256 || '.0/24')::cidr, custom from numbered`,
  addresses: `insert into addresses (subnet_id, ip, custom) select 1, '10.0.0.0'::inet + n, custom from numbered`,
  vlans: `insert into vlans (domain_id, name, number, custom) select 1, 'v', n, custom from numbered`,
  devices: `insert into devices (hostname, custom) select 'h', custom from numbered`,
};
const numbered = `with numbered as (
  select n, case when n % 100 = 0 then jsonb_build_object('csid', 'C' || n, 'env', 'prod') else '{"env": "prod"}' end as custom
  from generate_series(0, ${rows - 1}) n
)`;

describe('Equality with the value of a custom field on PostgreSQL', () => {
  let database: TestDatabase;
  let connections: Connections;
  let session: PoolSession;

  before(async () => {
    database = await createPostgresDatabase();
    connections = Connections.toServer(database.url, { poolSize: 4, limits: limitsOf(10_000), keepStatements: true });
    session = new PoolSession(connections);
    await migrate(session);
    await session.rows(knex('sections').insert({ name: 's', name_key: 's' }));
    for (const [table, statement] of Object.entries(fill)) {
      await session.rows(knex.raw(`${numbered} ${statement}`));
      await session.rows(knex.raw(`analyze ${table}`));
    }
  });
  after(async () => {
    await connections?.close();
    await database?.drop();
  });

  const planOf = async (table: string, custom: CustomCondition): Promise<string> => {
    const has = hasCustom(custom);
    const statement = idsWithCustom(table, has);
    const explained = { text: `explain ${statement.unnamed.text}` };
    const plan = (await session.run(explained, statement.valuesOf(has.values), 'read')) as { 'QUERY PLAN': string }[];
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  };

  for (const table of Object.keys(fill)) {
    it(`finds the ${table} by an index`, async () => {
      expect(await planOf(table, { field: 'csid', value: 'C300' })).to.match(
        new RegExp(`Bitmap Index Scan on ${table}_custom_idx`),
      );
    });
  }

  for (const table of ['subnets', 'addresses']) {
    it(`finds the ${table} by an index, ignoring case`, async () => {
      const condition = { field: 'csid', value: 'c300', ignoresCase: true };
      expect(await planOf(table, condition)).to.match(new RegExp(`Bitmap Index Scan on ${table}_folded_idx`));
      const [narrowed] = await narrowedByCustom(session, table, condition);
      expect(narrowed?.values.narrowed).to.have.length(1);
    });
  }

  const listed = async (field: string, value: string): Promise<number[]> => {
    const ids: number[] = [];
    const query = { custom: { field, value }, order: { by: 'network' } } as const;
    for await (const id of subnetsIn(session).ids(query)) ids.push(id);
    return ids;
  };

  it('lists the few rows with a value, and all rows with a common one, once and in order', async () => {
    expect(await listed('csid', 'C300')).to.deep.equal([301]);
    expect(await listed('csid', 'C301')).to.deep.equal([]);
    expect(await listed('env', 'prod')).to.deep.equal(Array.from({ length: rows }, (_, n) => n + 1));
  });
});
