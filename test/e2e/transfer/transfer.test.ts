import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import type { EndedRun } from '../../support/processes/program-process.js';
import { runProgram } from '../../support/processes/program-run.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { phpIpamDumpOf, tablesOf } from '../../support/transfer/phpipam-dump.js';
import { fillWithSamples } from '../../support/transfer/sample-register.js';

/** Reads that cover all imported records. */
const reads = [
  ...[
    '/sections/',
    '/sections/1/subnets/',
    '/sections/2/subnets/',
    '/subnets/1/slaves_recursive/',
    '/subnets/2/addresses/',
    '/subnets/7/addresses/',
  ],
  ...[
    '/subnets/2/usage/',
    '/subnets/7/first_free/',
    '/subnets/1/first_subnet/24/',
    '/addresses/3/',
    '/addresses/3/changelog/',
    '/vlans/',
    '/vrfs/',
  ],
  ...[
    '/l2domains/',
    '/devices/',
    '/tools/locations/',
    '/tools/racks/',
    '/tools/nameservers/',
    '/tools/tags/',
    '/tools/customers/',
    '/tools/nat/',
  ],
  ...['/tools/device_types/', '/tools/scanagents/', '/subnets/custom_fields/', '/addresses/custom_fields/', '/user/all/'],
];

describe('Import and export of a register on the command line', function () {
  this.timeout(240_000);
  let folder: TemporaryFolder;
  let server: TestDatabase;
  let original: TestDatabase;
  let service: ServiceProcess | undefined;

  before(async () => {
    folder = makeTemporaryFolder();
    server = await createDatabase((await sharedPostgres()).url);
    original = await createPostgresDatabase();
    const database = await openDatabase({ url: original.url });
    if (database.loader) await fillWithSamples(database.loader);
    writeFileSync(join(folder.path, 'dump.sql'), phpIpamDumpOf(await tablesOf(database)));
    await database.close();
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });
  after(async () => {
    await server.drop();
    await original.drop();
    folder.remove();
  });

  const embedded = (): string => `file:${join(folder.path, 'data')}`;

  const run = (databaseUrl: string, ...words: readonly string[]): Promise<EndedRun> =>
    runInProcess(words, { databaseUrl, folder: folder.path });

  /** The responses of a service over a database to all reads. */
  async function answersOf(databaseUrl: string, during: () => Promise<void> = async () => {}): Promise<readonly string[]> {
    service = await ServiceProcess.start({ databaseUrl });
    const client = await service.signIn({ username: 'Admin', password: 'imported', app: 'main' });
    const answers: string[] = [];
    for (const path of reads) {
      const { status, text } = await client.get(`${path}?links=false`);
      answers.push(
        `${path} ${status} ${text.replace(/,"time":[\d.]+}$/, '}').replace(/"last_?(login|activity)":"[^"]*"/gi, '')}`,
      );
    }
    await during();
    await service.stop();
    service = undefined;
    return answers;
  }

  let answersBefore: readonly string[];

  it('refuses a dump with data that would be lost, lists the losses, and accepts it with --accept', async () => {
    const path = join(folder.path, 'lossy.sql');
    const dump = phpIpamDumpOf(new Map()).replace(
      '-- Dump',
      'CREATE TABLE `circuits` (`id` int);\nINSERT INTO `circuits` VALUES (1);\n-- Dump',
    );
    writeFileSync(path, dump);
    const refused = await run('pglite:', 'import', 'phpipam', path, '--dry-run');
    expect(refused.code).to.equal(1);
    expect(refused.output).to.contain('table: circuits 1: cannot be imported\n').and.to.contain('(--accept circuits)');
    const { code, output } = await run('pglite:', 'import', 'phpipam', path, '--dry-run', '--accept', 'circuits', '--json');
    expect(code).to.equal(0);
    expect(JSON.parse(output)).to.deep.include({ imported: false, refused: [], found: { table: 1, note: 1 } });
    expect((await run('pglite:', 'import', 'phpipam', path, '--accept', 'nonsense')).code).to.equal(2);
  });

  it('imports a phpIPAM: every read returns the same as in the original register, and old passwords work', async () => {
    answersBefore = await answersOf(original.url);
    const { code, output, errors } = await runProgram(['import', 'phpipam', 'dump.sql'], {
      databaseUrl: embedded(),
      folder: folder.path,
    });
    expect({ code, errors: errors.replace(/^\d+ %: \w+\n/gm, '') }).to.deep.equal({ code: 0, errors: '' });
    expect(output).to.match(/imported: .*40 address/);
    expectAlike(await answersOf(embedded()), answersBefore);
  });

  it('exports and backs up while the service runs, deletes old backups, and checks the database', async () => {
    await answersOf(embedded(), async () => {
      expect((await run(embedded(), 'check')).output).to.equal('no problems found\n');
      const exported = await run(embedded(), 'export', 'moved.jsonl');
      expect({ code: exported.code, errors: exported.errors }).to.deep.equal({ code: 0, errors: '' });
      for (let turn = 0; turn < 3; turn++) expect((await run(embedded(), 'backup', 'backups', '--keep', '2')).code).to.equal(0);
      expect(readdirSync(join(folder.path, 'backups'))).to.have.lengthOf(2);
    });
  });

  it('deletes the unfinished file of a killed backup, and not that of a running one', async () => {
    const left = (day: string): string =>
      join(folder.path, 'left', `hexipam-202601${day}T000000000Z.jsonl.gz.0123abcd.unfinished`);
    mkdirSync(join(folder.path, 'left'));
    for (const day of ['01', '02']) writeFileSync(left(day), 'begun');
    utimesSync(left('01'), 1, Date.now() / 1000 - 7200);
    expect((await run(embedded(), 'backup', 'left', '--keep', '1')).code).to.equal(0);
    const names = readdirSync(join(folder.path, 'left'));
    expect(names.filter((name) => name.endsWith('.unfinished'))).to.deep.equal([
      'hexipam-20260102T000000000Z.jsonl.gz.0123abcd.unfinished',
    ]);
    expect(names).to.have.lengthOf(2);
  });

  it('moves to a server, and back', async () => {
    expect((await run(server.url, 'restore', 'moved.jsonl')).output).to.match(/^\d+ rows were restored\n$/);
    expectAlike(await answersOf(server.url), answersBefore);
    const refused = await run(embedded(), 'restore', 'moved.jsonl');
    expect({ code: refused.code, errors: refused.errors }).to.deep.equal({
      code: 1,
      errors: 'hexipam: the register is not empty: it has sections\n',
    });
    expect((await run(server.url, 'export', 'back.jsonl.gz')).code).to.equal(0);
    expect((await run(embedded(), 'restore', 'back.jsonl.gz', '--replace')).code).to.equal(0);
    expectAlike(await answersOf(embedded()), answersBefore);
  });
});

function expectAlike(answers: readonly string[], expected: readonly string[]): void {
  for (const [index, answer] of answers.entries()) expect(answer).to.equal(expected[index]);
}
