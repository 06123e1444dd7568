import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash } from '../../../adapters/system/index.js';
import { importRegister } from '../../../application/transfer/register/import-register.js';
import type { ImportReport } from '../../../application/transfer/register/report.js';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { createEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import {
  type CustomType,
  customColumns,
  customOwners,
  customTypes,
  customTypesDump,
} from '../../support/transfer/custom-types.js';
import { emptyTables, insertOf, type ReferenceColumn, referenceTables, sqlOf } from '../../support/transfer/reference-schema.js';

describe('An import from phpIPAM', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  const options = (accepted: readonly string[]) => ({
    accepted: new Set(accepted),
    secrets: { problemWithHash: problemWithCryptHash, digest: (code: string) => code },
  });

  function dumpOf(content: string) {
    const path = join(folder.path, 'dump.sql');
    writeFileSync(path, content);
    return phpIpamDump(path);
  }

  const tried = (content: string, accepted: readonly string[] = []): Promise<ImportReport> =>
    importRegister(dumpOf(content), undefined, options(accepted));

  const messagesOf = ({ findings }: ImportReport): string[] =>
    findings.map(({ kind, where, problem }) => `${kind}: ${where}: ${problem}`);

  /** Imports a dump without the data that cannot be imported, and runs a test over the API of the service. */
  async function imported(content: string, test: (server: ApiServer, report: ImportReport) => Promise<void>): Promise<void> {
    const copy = await createEmbeddedDatabase();
    const database = await openDatabase({ url: copy.url, sync: false });
    const close = async () => {
      await database.close();
      await copy.drop();
    };
    const report = await importRegister(dumpOf(content), database.loader, options(['all']));
    const server = await ApiServer.start({
      storage: { ...database, close, reopen: () => Promise.reject(new Error('not here')) },
    });
    try {
      await test(server, report);
    } finally {
      await server.close();
    }
  }

  /** The row with id 7 at a path that returns it alone or in a list. */
  async function rowAt(client: ApiClient, path: string): Promise<WireRecord> {
    const { data } = (await client.get(path)).envelope;
    const rows = (Array.isArray(data) ? data : [data]) as WireRecord[];
    return rows.find((row) => Object.values(row).map(String).includes('7')) ?? {};
  }

  const isShown = (record: WireRecord, { name, value, member = name, shown = value }: ReferenceColumn): boolean => {
    const found = record[member];
    return (typeof found === 'object' ? JSON.stringify(found) : String(found)) === shown;
  };

  const isNamed = (lines: readonly string[], table: string, column: string): boolean =>
    lines.some((line) => new RegExp(`: ${table}\\b.*\\b${column}\\b`).test(line));

  /** One row with id 7 in each table, with a parent section and a parent network. */
  const full = (): string =>
    referenceTables
      .map(({ table, columns }) => {
        const row = columns.map(({ value }) => value);
        const id = columns[0]?.name ?? 'id';
        const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
          sections: { id: '8', name: 'Other', masterSection: '0' },
          subnets: { id: '8', subnet: '168427520', mask: '16', masterSubnetId: '0' },
        };
        const above = changed[table];
        const second = above ? [columns.map(({ name, value }) => above[name === id ? 'id' : name] ?? value)] : [];
        return sqlOf(table, columns, row, ...second);
      })
      .join('') +
    sqlOf(
      'userGroups',
      [
        { name: 'g_id', type: 'int' },
        { name: 'g_name', type: 'text' },
      ],
      ['2', 'Operators'],
      ['3', 'Guests'],
    );

  it('returns each value of each table and column, or reports table and column', () =>
    imported(full(), async ({ client }, report) => {
      const all = messagesOf(report);
      const missing: string[] = [];
      for (const { table, path, columns } of referenceTables) {
        const record = path ? await rowAt(client, path) : {};
        const lost = columns.slice(1).filter((column) => !isShown(record, column) && !isNamed(all, table, column.name));
        missing.push(...lost.map(({ name, value }) => `${table}.${name}: ${value}`));
      }
      expect(missing).to.deep.equal(['users.2fa: 1', 'users.2fa_secret: ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
      expect(all).to.include('note: users 7: retains its second factor: the codes of its app stay valid');
      expect(all.join()).not.to.contain('do-not-show').and.not.to.contain('ABCDEFGHIJ');
      const [user] = (await client.get('/user/all/')).records.filter(({ username }) => username === 'ann');
      expect(JSON.stringify(user)).not.to.contain('ABCDEFGHIJ');
      const { data } = (await client.get('/admin/users/ann/factors/')).envelope;
      expect(data).to.have.length(1);
    }));

  for (const version of ['1.4', '1.5', '1.6', '1.7', '1.8'])
    it(`imports a stock installation of version ${version} without a loss`, async () => {
      const text = { name: 'value', type: 'text' };
      const id = { name: 'id', type: 'int' };
      const stock =
        emptyTables() +
        sqlOf(
          'circuitTypes',
          [id, { name: 'ctname', type: 'varchar(64)' }, { name: 'ctcolor', type: "varchar(7) DEFAULT '#000000'" }],
          ['1', 'Default', '#000000'],
        ) +
        sqlOf(
          'usersAuthMethod',
          [id, { name: 'type', type: 'text' }, { name: 'params', type: 'text' }],
          ['1', 'local', null],
          ['2', 'http', null],
        ) +
        ['settingsMail', 'nominatim', 'instructions', 'lang', 'widgets', ...(version === '1.8' ? ['apiLock'] : [])]
          .map((table) => sqlOf(table, [id, text], ['1', 'installed']))
          .join('');
      const report = await tried(stock);
      expect(report.refused).to.deep.equal([]);
      expect(messagesOf(report).filter((line) => !line.startsWith('note: '))).to.deep.equal([]);
    });

  it('reports a loss row by row, and accepts only the named losses', async () => {
    const id = { name: 'id', type: 'int' };
    const type = sqlOf('circuitTypes', [id, { name: 'ctname', type: 'text' }], ['1', 'Default'], ['2', 'Dark fibre']);
    const circuits = sqlOf('circuits', [id, { name: 'cid', type: 'text' }], ['5', 'C-5']);
    const content = emptyTables() + type + circuits + sqlOf('wp_posts', [id], ['1']);
    const report = await tried(content, ['circuits']);
    expect(messagesOf(report)).to.deep.equal([
      'table: circuitTypes 2: cannot be imported, ctname "Dark fibre"',
      'table: circuits 5: cannot be imported, cid "C-5"',
      'table: wp_posts 1: cannot be imported',
    ]);
    expect(report.refused).to.deep.equal(['circuitTypes', 'table.wp_posts']);
    expect((await tried(content, ['circuits', 'circuitTypes', 'table.wp_posts'])).refused).to.deep.equal([]);
  });

  it('reads the column names of versions before 1.3, and creates no custom fields for them', async () => {
    const old = (table: string) => referenceTables.find((known) => known.table === table)?.columns ?? [];
    const addresses = old('ipaddresses').map((column) => (column.name === 'hostname' ? { ...column, name: 'dns_name' } : column));
    const devices = [
      ...old('devices'),
      { name: 'vendor', type: 'text', value: 'Acme' },
      { name: 'model', type: 'text', value: 'X1' },
    ];
    const base = full();
    const without = (text: string, table: string) =>
      text.replace(new RegExp(`CREATE TABLE \`${table}\`.*\nINSERT INTO \`${table}\`.*\n`), '');
    const content =
      without(without(base, 'ipaddresses'), 'devices') +
      sqlOf(
        'ipaddresses',
        addresses,
        addresses.map(({ value }) => value),
      ) +
      sqlOf(
        'devices',
        devices,
        devices.map(({ value }) => value),
      );
    await imported(content, async ({ client }, report) => {
      expect((await client.get('/addresses/7/')).record.hostname).to.equal('host.example');
      expect((await client.get('/addresses/custom_fields/')).text).not.to.contain('dns_name');
      expect(messagesOf(report)).to.include.members([
        'column: devices 7: vendor "Acme" cannot be imported',
        'column: devices 7: model "X1" cannot be imported',
      ]);
    });
  });

  it('adds the records that new ones refer to by default', () =>
    imported(full(), async ({ client }, report) => {
      expect((await client.post('/vlan/', { name: 'new', number: 9 })).summary).to.equal('201');
      expect((await client.post('/addresses/', { subnetId: 7, ip: '10.10.1.9' })).summary).to.equal('201');
      expect((await client.post('/subnets/', { subnet: '10.10.2.0', mask: 24, sectionId: 7 })).summary).to.equal('201');
      expect(messagesOf(report)).to.include('note: l2domain 1: is added: new records refer to it by default');
    }));

  it('imports requests with their answers, and finds their requesters by e-mail address', async () => {
    const names = ['id', 'subnetId', 'ip_addr', 'description', 'requester', 'comment', 'processed', 'accepted', 'adminComment'];
    const requests = insertOf('requests', names, [
      ['1', '7', '', 'Any', 'ANN@example.org', null, '0', '0', null],
      ['2', '7', '168427785', 'Printer', 'bob@example.org', 'Please', '1', '1', 'Rack 3'],
      ['3', '7', '168427786', null, '', '', '1', '0', 'No'],
      ['4', '99', '168427787', 'Lost', 'ann@example.org', 'Please', '0', '0', null],
    ]);
    const content =
      emptyTables('sections', 'subnets', 'users', 'requests') +
      insertOf('sections', ['id', 'name'], [['7', 'A']]) +
      insertOf('subnets', ['id', 'subnet', 'mask', 'sectionId', 'allowRequests'], [['7', '168427776', '24', '7', '1']]) +
      insertOf('users', ['id', 'username', 'role', 'email'], [['7', 'ann', 'User', 'ann@example.org']]) +
      requests;
    await imported(content, async ({ client }, report) => {
      expect(report.counts.request).to.equal(3);
      expect(messagesOf(report)).to.include('reference: requests 4: subnetId refers to subnet 99, which does not exist');
      const shown = (await client.get('/requests/?sort=id')).records.map(
        ({ id, state, ip_addr: ip, comment, requester, requesterId, results, adminComment }) => [
          ...[Number(id), state, ip, comment, requester, requesterId, results, adminComment],
        ],
      );
      expect(shown).to.deep.equal([
        [1, 'open', null, 'Any', 'ANN@example.org', '7', undefined, undefined],
        [2, 'accepted', '10.10.1.9', 'Please', 'bob@example.org', null, '10.10.1.9', 'Rack 3'],
        [3, 'refused', '10.10.1.10', '-', null, null, undefined, 'No'],
      ]);
      expect((await client.post('/requests/1/accept/')).envelope.data).to.deep.equal([{ id: '1', ip: '10.10.1.1' }]);
    });
  });

  it('accepts empty lists of objects in a NAT rule', async () => {
    const nat = referenceTables.find(({ table }) => table === 'nat')?.columns ?? [];
    const row = nat.map(({ name, value }) => (name === 'src' || name === 'dst' ? '[]' : name === 'device' ? '0' : value));
    expect(messagesOf(await tried(emptyTables('nat') + sqlOf('nat', nat, row)))).to.deep.equal([]);
  });

  it('reports the network of a folder, and flags that are null', async () => {
    const columns = referenceTables.find(({ table }) => table === 'subnets')?.columns ?? [];
    const sections = sqlOf(
      'sections',
      [
        { name: 'id', type: 'int' },
        { name: 'name', type: 'text' },
      ],
      ['1', 'A'],
    );
    const names = ['id', 'subnet', 'mask', 'sectionId', 'isFolder', 'isFull'];
    const subnets = sqlOf('subnets', columns) + insertOf('subnets', names, [['1', '168427776', '24', '1', '1', null]]);
    expect(messagesOf(await tried(emptyTables('sections', 'subnets') + sections + subnets))).to.deep.equal([
      'value: subnets 1: is a folder: 10.10.1.0/24 is not imported',
      'note: subnets 1: isFull is null: it counts as 0, here and in other rows',
    ]);
  });

  it('imports custom fields that only an INSERT names, as text', () => {
    const [section, subnet, address] = [
      insertOf('sections', ['id', 'name'], [['7', 'A']]),
      insertOf('subnets', ['id', 'subnet', 'mask', 'sectionId', 'custom_s'], [['7', '168427776', '24', '7', 'south']]),
      insertOf('ipaddresses', ['id', 'subnetId', 'ip_addr', 'custom_a'], [['7', '7', '168427779', 'east']]) +
        insertOf('ipaddresses', ['id', 'subnetId', 'ip_addr', 'custom_b'], [['8', '7', '168427780', 'west']]),
    ];
    const users = insertOf('users', ['id', 'username', 'role'], [['7', 'ann', 'User']]);
    return imported(address + section + subnet + users, async ({ client }, report) => {
      expect((await client.get('/addresses/7/')).record.custom_a).to.equal('east');
      expect((await client.get('/addresses/8/')).record.custom_b).to.equal('west');
      expect((await client.get('/subnets/7/')).record.custom_s).to.equal('south');
      expect(messagesOf(report)).to.include(
        'note: ipaddresses column custom_a: has no known type, because the dump has no CREATE TABLE: imported as text',
      );
    });
  });

  describe('with custom fields of all types', () => {
    const custom = customColumns(customTypes);

    it('returns their values and comments, and allows every record to be created, changed and written back', () =>
      imported(customTypesDump(customTypes), async ({ client }, report) => {
        for (const [table, path, created] of customOwners) {
          const before = await client.get(`${path}7/`);
          const { record } = before;
          expect(
            customTypes.map((_, index) => record[`custom_${index}`] ?? null),
            table,
          ).to.deep.equal(customTypes.map(([, , shown]) => shown));
          const made = await client.post(path, created);
          expect(made.summary, `${table} ${made.text}`).to.equal('201');
          const changed = await client.patch(`${path}7/`, { description: 'changed' });
          expect(changed.summary, `${table} ${changed.text}`).to.equal('200');
          const values = Object.fromEntries(custom.map(({ name }) => [name, record[name] ?? null]));
          const written = await client.patch(`${path}7/`, values);
          expect(written.summary, `${table} ${written.text}`).to.equal('200');
          expect((await client.get(`${path}7/`)).record).to.include(values);
        }
        expect((await client.get('/addresses/custom_fields/')).text).to.contain("It's 3");
        expect(messagesOf(report)).to.include("note: vlans column custom_0: has type set('a','b'), imported as varchar(7)");
        expect(report.findings.filter(({ kind }) => kind === 'value')).to.deep.equal([]);
      }));

    it('uses the default for a number that is out of range, and renames a field with letters beyond ASCII', () => {
      const types: readonly CustomType[] = [["int(10) unsigned NOT NULL DEFAULT '3'", '4294967295', '3']];
      const dump = customTypesDump(types).replaceAll('custom_0', 'custom_größe');
      return imported(dump, async ({ client }, report) => {
        const { record } = await client.get('/addresses/7/');
        expect(record.custom_gr__e).to.equal('3');
        expect((await client.patch('/addresses/7/', { custom_gr__e: record.custom_gr__e, note: 'n' })).summary).to.equal('200');
        expect(messagesOf(report)).to.include.members([
          'custom-field: ipaddresses column custom_größe: cannot be named "custom_größe": it is renamed to custom_gr__e',
          'value: ipaddresses 7: custom_gr__e has the invalid value "4294967295"',
        ]);
      });
    });
  });
});
