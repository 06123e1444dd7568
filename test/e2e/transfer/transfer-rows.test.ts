import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import type { EndedRun } from '../../support/processes/program-process.js';
import { runProgram } from '../../support/processes/program-run.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const files = {
  'sections.csv': 'name,description\nOffice,Berlin\nLab,=cmd|1\n',
  'subnets.csv': 'section;cidr;description\nOffice;10.0.0.0/8;All\nOffice;10.1.0.0/16;Users\nLab;10.1.0.0/16;Lab\n',
  'theirs.csv': 'IP address,Name,Comment\n10.1.0.1,gw.example,\n10.2.0.1,b.example,"two\nlines"\n',
  'wrong.csv': 'ip,mac\n10.1.0.9,00:11:22:33:44:55\n10.1.0.300,\n10.1.0.10,zz\n',
} as const;

const map = ['--map', 'IP address=ip', '--map', 'Name=hostname', '--map', 'Comment=note'];

describe('Rows on the command line', function () {
  this.timeout(240_000);
  let folder: TemporaryFolder;
  let server: TestDatabase;
  let embedded: TestDatabase;
  let service: ServiceProcess | undefined;

  before(async () => {
    folder = makeTemporaryFolder();
    server = await createDatabase((await sharedPostgres()).url);
    embedded = await createEmbeddedDatabase();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
    expect((await run(server.url, 'migrate')).code).to.equal(0);
  });
  after(async () => {
    await service?.stop();
    await server.drop();
    await embedded.drop();
    folder.remove();
  });

  const run = (databaseUrl: string, ...words: readonly string[]): Promise<EndedRun> =>
    runInProcess(words, { databaseUrl, folder: folder.path });

  async function fill(url: string): Promise<void> {
    for (const kind of ['sections', 'subnets']) {
      const { code, output, errors } = await run(url, 'import', 'csv', kind, `${kind}.csv`);
      expect({ code, errors, kind }).to.deep.equal({ code: 0, errors: '', kind });
      expect(output).to.match(/\d created, 0 changed, 0 unchanged\n$/);
    }
  }

  it('are imported into a server, counted by a dry run before, and refused together', async () => {
    await fill(server.url);
    const tried = await run(server.url, 'import', 'csv', 'addresses', 'theirs.csv', ...map, '--section', 'Office', '--dry-run');
    expect(tried.output).to.equal('theirs.csv: UTF-8, cells separated by commas\nwould be 2 created, 0 changed, 0 unchanged\n');
    const done = await run(server.url, 'import', 'csv', 'addresses', 'theirs.csv', ...map, '--section', 'Office', '--json');
    expect(JSON.parse(done.output)).to.deep.include({
      imported: true,
      dryRun: false,
      created: 2,
      encoding: 'UTF-8',
      mistakes: [],
    });
    const refused = await run(server.url, 'import', 'csv', 'addresses', 'wrong.csv', '--section', 'Office');
    expect({ code: refused.code, output: refused.output }).to.deep.equal({
      code: 1,
      output: [
        'wrong.csv: UTF-8, cells separated by commas',
        'addresses, row 3, column ip: Invalid ip: an IP address expected',
        'addresses, row 4, column mac: Invalid mac: a MAC address expected',
        '2 of 3 rows have errors: nothing was written',
        '',
      ].join('\n'),
    });
  });

  it('are refused when they already exist, with a hint to --update', async () => {
    writeFileSync(join(folder.path, 'l2domains.csv'), 'name,description\ndefault,Campus\nOther,\n');
    const refused = await run(server.url, 'import', 'csv', 'l2domains', 'l2domains.csv');
    expect(refused.output.split('\n').slice(1, 3)).to.deep.equal([
      'l2domains, row 2: l2domain already exists (every register has one called default): --update changes existing records',
      '1 of 2 rows have errors: nothing was written',
    ]);
    const sections = await run(server.url, 'import', 'csv', 'sections', 'sections.csv');
    expect(sections.output).to.contain('row 2, column name: Section Office already exists: --update changes existing records\n');
    const changed = await run(server.url, 'import', 'csv', 'l2domains', 'l2domains.csv', '--update');
    expect(changed.output).to.match(/1 created, 1 changed, 0 unchanged\n$/);
  });

  it('are refused for an unknown column, with the nearest and all valid columns', async () => {
    writeFileSync(join(folder.path, 'mistyped.csv'), 'ip,Host nome\n10.1.0.1,a\n');
    const { code, errors } = await run(server.url, 'import', 'csv', 'addresses', 'mistyped.csv');
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^hexipam: unknown column "Host nome" in the first row \(did you mean hostname\?\): .*known columns: section, vrf, subnet, ip,/,
    );
  });

  it('are not exported or backed up to an unwritable file, which causes a one-line error', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    mkdirSync(join(folder.path, 'directory'));
    for (const [words, problem] of [
      [['export', 'csv', 'addresses', 'nowhere/x.csv'], 'nowhere/x.csv cannot be written: its directory does not exist'],
      [['export', 'directory'], 'directory cannot be written: it is a directory'],
      [['export', 'file/x.jsonl'], 'file/x.jsonl cannot be written: a part of the path is a file, not a directory'],
      [['backup', 'file'], 'file cannot be written: a file with this name already exists'],
    ] as const) {
      const { code, errors } = await run(server.url, ...words);
      expect({ code, errors }).to.deep.equal({ code: 1, errors: `hexipam: ${problem}\n` });
    }
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.unfinished'))).to.deep.equal([]);
  });

  it('are imported and exported through the service that has the embedded database open', async () => {
    service = await ServiceProcess.start({ databaseUrl: embedded.url });
    const client = await service.signIn();
    await fill(embedded.url);
    const refused = await run(embedded.url, 'import', 'csv', 'addresses', 'wrong.csv', '--section', 'Office', '--json');
    expect(refused.code).to.equal(1);
    expect(JSON.parse(refused.output)).to.deep.include({ imported: false, failed: 2 });
    const tried = await run(embedded.url, 'import', 'csv', 'addresses', 'theirs.csv', ...map, '--section', 'Office', '--dry-run');
    expect(tried.output).to.contain('would be 2 created');
    expect((await run(embedded.url, 'import', 'csv', 'addresses', 'theirs.csv', ...map, '--section', 'Office')).code).to.equal(0);
    expect((await client.get('/addresses/search/10.1.0.1/')).text).to.contain('gw.example');
    const { output } = await runProgram(['export', 'csv', 'addresses'], { databaseUrl: embedded.url, folder: folder.path });
    expect(output.split('\r\n').filter((line) => line.includes('.example'))).to.have.lengthOf(2);
  });
});
