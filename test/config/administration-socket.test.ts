import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { executeOver } from '../../adapters/cli/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import type { Log, LogFacts } from '../../application/ports/environment.js';
import { openAdministration } from '../../config/administration-socket.js';
import { createIpam, type Ipam } from '../../config/embed.js';
import { readConfiguration } from '../../config/settings.js';
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
      log,
    });

  beforeEach(async () => {
    warned = [];
    folder = makeTemporaryFolder();
    ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
  });
  afterEach(() => folder.remove());

  it('holds at once for the requests of the same process', async () => {
    const socket = await open(`file:${folder.path}`);
    expect(await ipam.directory.app('main')).to.equal(undefined);
    const options = { permission: 'read', security: 'none' };
    await executeOver(join(folder.path, 'admin.sock'))({ subject: 'app', action: 'add', operands: ['main'], options });
    expect((await ipam.directory.app('main'))?.permission).to.equal('read');
    await socket.close();
    expect(warned).to.deep.equal([]);
  });

  it('is on no socket where other processes can open the database too', async () => {
    for (const url of ['postgres://localhost/ipam', 'memory:']) await (await open(url)).close();
    expect(warned).to.deep.equal([]);
  });

  it('is done without, and the log says why, where there can be no socket', async () => {
    const deep = join(folder.path, 'x'.repeat(100));
    mkdirSync(deep);
    mkdirSync(join(folder.path, 'taken', 'admin.sock'), { recursive: true });
    for (const directory of [deep, join(folder.path, 'taken'), join(folder.path, 'not there')]) {
      warned = [];
      await (await open(`file:${directory}`)).close();
      expect(warned.join(), directory).to.contain('takes no commands of administration while it runs');
    }
    expect(statSync(join(folder.path, 'taken', 'admin.sock')).isDirectory()).to.equal(true);
  });
});
