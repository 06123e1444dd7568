import pg from 'pg';
import { createDatabase, type TestDatabase } from '../databases/postgres-server.js';
import { runProgram } from '../processes/program-run.js';
import { makeTemporaryFolder } from '../temporary-folder.js';

/** Creates a database with the schema of the service and runs SQL statements in it. */
export async function registerOf(server: string, statements: readonly string[]): Promise<TestDatabase> {
  const database = await createDatabase(server);
  const folder = makeTemporaryFolder();
  try {
    await runProgram(['migrate'], { databaseUrl: database.url, folder: folder.path });
    await runPastService(database.url, statements);
  } finally {
    folder.remove();
  }
  return database;
}

/** Runs SQL statements directly in a database. */
export async function runPastService(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const large = 1;

/** A network 10.0.0.0/8 with `count` addresses from 10.0.0.1 on. Every eleventh address is free. */
export const addressesInOne = (count: number): string[] => [
  'set synchronous_commit = off',
  "set maintenance_work_mem = '256MB'",
  'set session_replication_role = replica', // skips checks of correct data
  "insert into sections (id, name, name_key, strict_mode) values (1, 'Large', 'large', true)",
  `insert into subnets (id, network, section_id, description, tag, scan_agent) values (${large}, '10.0.0.0/8', 1, 'large', 2, 1)`,
  'create temporary table plan as select indexname, indexdef from pg_indexes where ' +
    "tablename = 'addresses' and indexname not in (select conname from pg_constraint)",
  "do $$ declare name text; begin for name in select indexname from plan loop execute format('drop index %I', name); end loop; end $$",
  `insert into addresses (subnet_id, ip, hostname, hostname_key, tag)
   select ${large}, '10.0.0.1'::inet + n + n / 10, name, name, 1 + n % 4
   from (select n, 'host-' || lpad(n::text, 7, '0') || '.example' as name from generate_series(0, ${count - 1}) n) named`,
  "select setval(pg_get_serial_sequence(name, 'id'), 2000000) from unnest(array['sections', 'subnets', 'addresses']) name",
  'do $$ declare def text; begin for def in select indexdef from plan loop execute def; end loop; end $$',
  'analyze addresses',
];

const firstOfMany = 1000;

/** A network 20.0.0.0/8 with `count` consecutive /25 subnets. Every second one has an address. */
export const manySubnets = (count: number): string[] => [
  `insert into subnets (id, network, section_id, description, tag, scan_agent) values (2, '20.0.0.0/8', 1, 'many', 2, 1)`,
  `insert into subnets (id, network, section_id, master_subnet_id, description, tag, scan_agent)
   select ${firstOfMany} + n, set_masklen('20.0.0.0'::inet + n * 128, 25)::cidr, 1, 2, 'child ' || n, 2, 1
   from generate_series(0, ${count - 1}) n`,
  `insert into addresses (subnet_id, ip, tag) select ${firstOfMany} + n, '20.0.0.1'::inet + n * 128, 2
   from generate_series(0, ${count - 1}, 2) n`,
  "select setval(pg_get_serial_sequence(name, 'id'), 3000000) from unnest(array['subnets', 'addresses']) name",
  'analyze subnets',
];
