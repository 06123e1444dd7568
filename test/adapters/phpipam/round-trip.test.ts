import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash } from '../../../adapters/system/index.js';
import type { Database } from '../../../application/ports/database.js';
import { importRegister } from '../../../application/transfer/register/import-register.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import type { Loss } from '../../../domain/transfer/imported-value.js';
import { collect } from '../../support/collect.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { type DumpForm, phpIpamDumpOf, type Row, tablesOf } from '../../support/transfer/phpipam-dump.js';
import { fillWithSamples } from '../../support/transfer/sample-register.js';

type Tables = ReadonlyMap<string, readonly Row[]>;

const options = {
  accepted: new Set<Loss>(),
  secrets: { problemWithHash: problemWithCryptHash, digest: (code: string) => `digest of ${code}` },
};

/** The comparable content, without ids of history entries and positions of fields, which are assigned anew. */
function comparable(tables: Tables): Record<string, unknown> {
  const without = (rows: readonly Row[] = [], ...names: readonly string[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))));
  return {
    ...Object.fromEntries(tables),
    settings: (tables.get('settings') ?? []).map(({ settings }) => JSON.parse(settings ?? '')),
    change_log: without(tables.get('change_log'), 'id'),
    custom_fields: without(tables.get('custom_fields'), 'place'),
    users: (tables.get('users') ?? []).map((row) => ({ ...row })),
  };
}

/** Values of the columns that version 1.4 does not have. */
const newer: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  subnets: { customer_id: null, is_pool: 'false' },
  addresses: { customer_id: null },
  vlans: { customer_id: null },
  vrfs: { customer_id: null },
  racks: { customer_id: null, subrack: 'false', top_down: 'false' },
  devices: { rack_deep: 'false' },
  device_types: { bgcolor: '#E6E6E6', fgcolor: '#000' },
};

const asOld = (tables: Tables): Tables =>
  new Map([...tables].map(([name, rows]) => [name, rows.map((row) => ({ ...row, ...newer[name] }))]));

describe("A register exported as phpIPAM's tables", function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let written: Tables;

  before(async () => {
    folder = makeTemporaryFolder();
    await onFresh(createPostgresDatabase, async (database) => {
      if (database.loader) await fillWithSamples(database.loader);
      written = await tablesOf(database);
    });
  });
  after(() => folder.remove());

  /** Writes a dump, imports it into an empty database, and runs a test on the result. */
  async function testImport(
    form: DumpForm,
    create: typeof createEmbeddedDatabase,
    test: (database: Database, path: string, report: ImportReport) => Promise<unknown>,
    compress: (text: string) => string | Buffer = (text) => text,
  ): Promise<void> {
    const path = join(folder.path, 'dump.sql');
    writeFileSync(path, compress(phpIpamDumpOf(written, form)));
    await onFresh(
      create,
      async (database) => void (await test(database, path, await importRegister(phpIpamDump(path), database.loader, options))),
    );
  }

  it('is imported with every record, id and permission, and only once', () =>
    testImport({}, createEmbeddedDatabase, async (database, path, report) => {
      expect(report.findings).to.deep.equal([
        { kind: 'note', where: 'settings', problem: '1 row with data that only phpIPAM uses (siteTitle)' },
        { kind: 'note', where: 'lang', problem: '1 row with data that only phpIPAM uses' },
      ]);
      expect(report).to.include({ imported: true });
      expect(report.counts).to.include({ section: 3, subnet: 9, address: 40, user: 3, change: 3, vlan: 5, customField: 13 });
      const before = await tablesOf(database);
      expect(comparable(before)).to.deep.equal(comparable(written));
      expect(await collect(database.check({ repair: false }))).to.deep.equal([]);
      const error = await importRegister(phpIpamDump(path), database.loader, options).catch((thrown: unknown) => thrown);
      expect(error).to.have.property('name', 'RegisterNotEmpty');
      expect(await tablesOf(database)).to.deep.equal(before);
    }));

  it('is imported on a PostgreSQL server: compressed, with column lists, one row per INSERT, bytes in hexadecimal', () =>
    testImport(
      { namesColumns: true, rowsPerInsert: 1, binary: 'hex' },
      createPostgresDatabase,
      async (database) => expect(comparable(await tablesOf(database))).to.deep.equal(comparable(written)),
      gzipSync,
    ));

  it('is imported without the columns that version 1.4 lacks, with _binary literals', () =>
    testImport({ isOld: true, binary: 'introduced', rowsPerInsert: 7 }, createPostgresDatabase, async (database) =>
      expect(comparable(await tablesOf(database))).to.deep.equal(comparable(asOld(written))),
    ));

  it('is reported but not written by a dry run', async () => {
    const path = join(folder.path, 'dump.sql');
    writeFileSync(path, phpIpamDumpOf(written));
    const report = await importRegister(phpIpamDump(path), undefined, options);
    expect(report).to.include({ imported: false });
    expect(report.counts).to.include({ section: 3, subnet: 9, address: 40 });
    expect(report.refused).to.deep.equal([]);
  });
});

async function onFresh(
  create: () => Promise<{ readonly url: string; drop(): Promise<void> }>,
  test: (database: Database) => Promise<void>,
): Promise<void> {
  const { url, drop } = await create();
  const database = await openDatabase({ url, sync: false });
  try {
    await test(database);
  } finally {
    await database.close();
    await drop();
  }
}
