import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../../test/support/databases/postgres-server.js';
import { adminPassword, ServiceProcess } from '../../test/support/processes/service-process.js';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.js';
import { openEmbedded, openServer, type SqlSession } from '../sql-session.js';
import { positions } from './attack.js';
import { type LoopDelay, longestDelay, loopDelayVariables } from './loop-delay.js';

/** Heap size of the service in MiB; small, so that memory growth is detected early. */
const heap = 256;

const provisioning = {
  users: [{ username: 'Admin', password: adminPassword, role: 'Administrator' }],
  apps: [
    { id: 'default', permission: 'admin', security: 'none' },
    { id: positions.app, permission: 'write', security: 'crypt', code: 'c'.repeat(32), showLinks: false, cryptLegacy: true },
  ],
};

const seeds = [
  `insert into sections (id, name, name_key, strict_mode) values (${positions.section}, 'Hostile', 'hostile', true)`,
  `insert into subnets (id, network, section_id, master_subnet_id, description, tag, scan_agent) values
    (${positions.master}, '10.0.0.0/8', ${positions.section}, null, 'master', 2, 1),
    (${positions.longSubnet}, '11.0.0.0/8', ${positions.section}, null, 'long', 2, 1)`,
  `insert into subnets (id, network, section_id, master_subnet_id, description, tag, scan_agent)
    select 100 + n, set_masklen('10.0.0.0'::inet + n * 16, 28)::cidr, ${positions.section}, ${positions.master},
      'child ' || n || repeat(' aaaaaaaa', 10), 2, 1 from generate_series(0, ${positions.children - 1}) n`,
  `insert into addresses (subnet_id, ip, hostname, hostname_key, tag)
    select ${positions.longSubnet}, '11.0.0.0'::inet + n, 'host-' || n, 'host-' || n, 2 from generate_series(1, ${positions.addresses}) n`,
  `insert into addresses (subnet_id, ip, hostname, hostname_key, tag)
    select 100 + n, '10.0.0.0'::inet + n * 16 + 1, 'child-' || n, 'child-' || n, 2 from generate_series(0, ${positions.children - 1}) n`,
  `insert into groups (name, description) select 'Group ' || n, '' from generate_series(0, ${positions.groups - 1}) n`,
  ...['sections', 'subnets', 'addresses'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
  'analyze subnets, addresses',
];

/** The attacked service. */
export interface HostileStage {
  readonly service: ServiceProcess;
  /** Returns the longest delay of its event loop between two times. */
  longestDelay(from: number, to: number): LoopDelay;
  clear(): Promise<void>;
}

/** Creates a seeded database and starts the service. */
export async function buildHostileStage(embedded: boolean): Promise<HostileStage> {
  const folder = makeTemporaryFolder();
  const file = join(folder.path, 'provisioning.json');
  writeFileSync(file, JSON.stringify(provisioning));
  const delays = join(folder.path, 'delays');
  const options = loopDelayVariables(delays, `--max-old-space-size=${heap}`);
  const variables = { HEXIPAM_PROVISION: file, HEXIPAM_LOG_LEVEL: 'error', ...options };
  const storage = await (embedded ? embeddedStorage(join(folder.path, 'data')) : serverStorage());
  const start = (): Promise<ServiceProcess> => ServiceProcess.start({ databaseUrl: storage.url, variables, nodeFlags: [] });
  await (await start()).stop();
  const session = await storage.open();
  for (const statement of seeds) await session.run(statement);
  await session.close();
  const service = await start();
  return {
    service,
    longestDelay: (from, to) => longestDelay(delays, from, to),
    clear: async () => {
      await service.kill9();
      await storage.drop();
      folder.remove();
    },
  };
}

interface Storage {
  readonly url: string;
  open(): Promise<SqlSession>;
  drop(): Promise<void>;
}

async function serverStorage(): Promise<Storage> {
  const server = await startPostgres({ durable: false });
  const database = await createDatabase(server.url);
  return {
    url: database.url,
    open: async () => openServer(database.url, 1),
    drop: async () => {
      await database.drop();
      await server.stop();
    },
  };
}

const embeddedStorage = async (directory: string): Promise<Storage> => ({
  url: `file:${directory}`,
  open: () => openEmbedded(join(directory, 'postgres')),
  drop: async () => undefined,
});
