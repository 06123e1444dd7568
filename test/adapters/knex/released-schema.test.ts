import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { openEmbeddedConnection } from '../../../adapters/knex/connection/open-connection.js';
import { openInMemory } from '../../../adapters/knex/embedded/pglite.js';
import { migrations } from '../../../adapters/knex/migrations/index.js';
import { queriesOf } from '../../../adapters/knex/migrations/migration.js';
import { dropSchema, schemaLines } from '../../support/databases/schema-lines.js';

/** A digest for each table, as created by the first release that can be updated. */
const released = {
  addresses: '9cb20af442b1',
  app_leases: '03c05d24fdd0',
  apps: '9b8fcbd135bf',
  change_log: 'f95a6c546a4d',
  custom_fields: 'c435684ccc63',
  customers: 'b2048113dae7',
  device_types: 'c01354f89d43',
  devices: '25b2bdb841e3',
  free_addresses: '2d7baedc06a1',
  free_blocks: 'c6c49c9204f1',
  groups: '52366b085f1f',
  l2domains: '6c1b19434e35',
  locations: 'de32c4324296',
  nameservers: 'a18ef32f1725',
  nats: 'd148ce99ec1f',
  racks: '83824ab50463',
  request_nonces: 'ffebe911428a',
  scan_agents: 'daed2d6e8f3a',
  sections: 'c3a267ed0684',
  settings: '8c78670f24eb',
  sign_in_attempts: 'b879216e8176',
  sign_in_origins: '734067381342',
  subnets: 'e58323ab0b8b',
  tags: 'a4c4aa07eed1',
  tokens: 'b9aa78c1d889',
  user_groups: '926307274b6b',
  users: '4b1c85e99e12',
  vlans: '52f01cff1f6f',
  vrfs: '789799057264',
  write_probe: 'bf98eae7d38c',
};

describe('Released migrations', () => {
  it('always create the same schema, including the names and options of columns, indices and constraints', async () => {
    const database = await openInMemory();
    const connection = await openEmbeddedConnection(database.engine);
    try {
      for (const text of dropSchema) await connection.run({ text }, []);
      for (const query of migrations.slice(0, 19).flatMap(queriesOf)) await connection.run({ text: String(query) }, []);
      const rows = (await connection.run({ text: schemaLines }, [])).rows as { table: string; line: string }[];
      const hashes = new Map(rows.map(({ table }) => [table, createHash('sha256')]));
      for (const { table, line } of rows) hashes.get(table)?.update(`${line}\n`);
      const digests = [...hashes].map(([table, hash]) => [table, hash.digest('hex').slice(0, 12)]);
      expect(Object.fromEntries(digests)).to.deep.equal(released);
    } finally {
      await connection.close();
      await database.close();
    }
  });
});
