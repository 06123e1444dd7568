import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { executeOver } from '../../adapters/cli/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import type { Log, LogFacts } from '../../application/ports/environment.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { createIpam, type Ipam } from '../../config/embed.js';
import { openAdministration } from '../../config/service/administration-socket.js';
import { readConfiguration } from '../../config/settings/settings.js';
import { createFailingStorage } from '../support/databases/failing-storage.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

describe('Administration of a running service', () => {
  let folder: TemporaryFolder;
  let ipam: Ipam;
  let warned: string[];
  const note = (message: string, facts: LogFacts = {}) => void warned.push(`${message} ${JSON.stringify(facts)}`);
  const log: Log = { fatal: note, error: note, warn: note, info: () => {}, debug: note };
  const open = (databaseUrl: string) =>
    openAdministration(readConfiguration({ HEXIPAM_DATABASE_URL: databaseUrl }), {
      access: ipam.access,
      application: ipam,
      storage: new StorageWatch(async () => {}, log, { after: () => () => {} }),
      database: createMemoryDatabase(),
      log,
    });

  beforeEach(async () => {
    warned = [];
    folder = makeTemporaryFolder();
    ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
  });
  afterEach(() => folder.remove());

  it('affects the requests of the same process immediately', async () => {
    const socket = await open(`file:${folder.path}`);
    expect(await ipam.directory.app('main')).to.equal(undefined);
    const options = { permission: 'read', security: 'none' };
    await executeOver(join(folder.path, 'admin.sock'))({ subject: 'app', action: 'add', operands: ['main'], options });
    expect((await ipam.directory.app('main'))?.permission).to.equal('read');
    await socket.close(10_000);
    expect(warned).to.deep.equal([]);
  });

  it('reports a storage failure and its outcome in one line, and logs no stack', async () => {
    const failing = createFailingStorage();
    ipam = await createIpam({ storage: { database: failing } });
    const socket = await open(`file:${folder.path}`);
    const problems: string[] = [];
    for (const trouble of ['unavailable', 'outcomeUnknown'] as const) {
      failing.fail(new StorageError('the lights are out', trouble));
      const listing = executeOver(join(folder.path, 'admin.sock'))({ subject: 'app', action: 'list', operands: [], options: {} });
      await listing.catch((error: Error) => problems.push(`${error.name}: ${error.message}`));
    }
    await socket.close(10_000);
    expect(problems).to.deep.equal([
      'CommandRefused: the lights are out; nothing was changed',
      'CommandRefused: the lights are out; the outcome is unknown: check whether the change was stored before you try again',
    ]);
    expect(warned).to.deep.equal(['database unavailable {"trouble":"unavailable","cause":"the lights are out"}']);
  });

  it('opens no socket if other processes can open the database', async () => {
    for (const url of ['postgres://localhost/ipam', 'pglite:', 'memory:']) await (await open(url)).close(0);
    expect(warned).to.deep.equal([]);
  });

  it('logs the reason when the socket cannot be created', async () => {
    const deep = join(folder.path, 'x'.repeat(100));
    mkdirSync(deep);
    mkdirSync(join(folder.path, 'taken', 'admin.sock'), { recursive: true });
    for (const directory of [deep, join(folder.path, 'taken'), join(folder.path, 'not there')]) {
      warned = [];
      await (await open(`file:${directory}`)).close(0);
      expect(warned.join(), directory).to.contain('administration socket unavailable');
    }
    expect(statSync(join(folder.path, 'taken', 'admin.sock')).isDirectory()).to.equal(true);
  });
});
