import { expect } from 'chai';
import type { Caller } from '../../../application/caller.js';
import {
  type InputRow,
  RefusedRowsError,
  type RowError,
  type RowOptions,
  type RowReport,
  type RowTable,
  rowErrorText,
} from '../../../application/transfer/rows/table.js';
import { IpamError } from '../../../domain/errors.js';
import { type RowKind, rowKinds } from '../../../domain/transfer/columns.js';
import { collect } from '../../support/collect.js';
import { enterTimeZone } from '../../support/time/time-zone.js';
import { anyone, codeOf, memberOf, type Started, startApplication } from '../support/application.js';

/** A table from lines of text. Bars separate the cells, and the first line contains the column names. */
function tableOf(kind: RowKind, ...lines: readonly string[]): RowTable {
  const [columns = [], ...cells] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const rows: InputRow[] = cells.map((each, index) => ({ row: index + 2, cells: each }));
  return {
    kind,
    columns,
    titles: columns,
    async *rows() {
      yield rows;
    },
  };
}

describe('Imported rows', () => {
  let started: Started;
  beforeEach(async () => {
    started = await startApplication();
  });

  const take = (table: RowTable, options: RowOptions = {}, caller: Caller = anyone): Promise<RowReport> =>
    started.rowImport.run(caller, [table], options);

  async function errorsOf(table: RowTable, options: RowOptions = {}, caller: Caller = anyone): Promise<readonly RowError[]> {
    try {
      await take(table, options, caller);
    } catch (error) {
      if (!(error instanceof RefusedRowsError)) throw error;
      return error.report.errors;
    }
    throw new Error('nothing was refused');
  }

  /** The errors of rows in short form. */
  async function mistakesOf(table: RowTable, options: RowOptions = {}, caller: Caller = anyone): Promise<string[]> {
    return (await errorsOf(table, options, caller)).map(
      ({ row, column, problem }) => `${row} ${column}: ${problem instanceof IpamError ? problem.code : problem}`,
    );
  }

  const idOf = async (cidr: string): Promise<number> => {
    for await (const { subnet } of started.subnets.list(anyone, { order: { by: 'id' } }))
      if (subnet.prefix?.toString() === cidr) return subnet.id;
    throw new Error(`there is no ${cidr}`);
  };
  const addresses = () => collect(started.addresses.list(anyone, { order: 'address' }));

  for (const instant of ['2025-10-26 00:30:00', '2025-10-26 01:30:00'])
    it(`retain the time ${instant} UTC in an update, although its local time is ambiguous`, async () => {
      await started.network('10.0.0.0/24');
      const leave = enterTimeZone('UTC');
      try {
        await take(tableOf('address', 'ip|lastSeen', `10.0.0.1|${instant}`), { section: 'section' });
        enterTimeZone('Europe/Berlin');
        const table = tableOf('address', 'ip|lastSeen|hostname', '10.0.0.1|2025-10-26 02:30:00|');
        expect(await take(table, { section: 'section', updates: true })).to.deep.include({ changed: 0, unchanged: 1 });
        const named = tableOf('address', 'ip|lastSeen|hostname', '10.0.0.1|2025-10-26 02:30:00|a.example');
        expect(await take(named, { section: 'section', updates: true })).to.deep.include({ changed: 1, unchanged: 0 });
        expect((await addresses()).map(({ lastSeen, hostname }) => [lastSeen, hostname])).to.deep.equal([[instant, 'a.example']]);
      } finally {
        leave();
      }
    });

  for (const name of ['__proto__', 'constructor', 'toString'])
    it(`reject a column ${name} like any other unknown column`, async () => {
      expect(await codeOf(take(tableOf('vlan', `number|name|${name}`, '1|a|b')))).to.equal('field.unknown');
    });

  it('are assigned to the subnet with the longest matching prefix of a section', async () => {
    await started.network('10.0.0.0/8');
    const inner = await started.network('10.1.0.0/16', { masterSubnetId: await idOf('10.0.0.0/8') });
    const table = tableOf('address', 'ip|hostname', '10.1.0.1|a.example', '10.2.0.1|b.example');
    expect(await take(table, { section: 'section' })).to.deep.include({ imported: true, rows: 2, created: 2, failed: 0 });
    expect((await addresses()).map(({ ip, subnetId, hostname }) => [String(ip), subnetId, hostname])).to.deep.equal([
      ['10.1.0.1', inner, 'a.example'],
      ['10.2.0.1', await idOf('10.0.0.0/8'), 'b.example'],
    ]);
  });

  it('are rejected together when one is invalid, with the row and column of each error', async () => {
    await started.network('10.0.0.0/24');
    const table = tableOf(
      'address',
      ...['ip|hostname|tag|mac', '10.0.0.1|a|Used|', '10.0.0.300||Used|', '10.0.0.2||Nothing|', '10.0.0.3|||xyz', '|||'],
      ...['10.0.0.1||Used|', '192.0.2.1||Used|', '10.0.0.0||Used|', '10.0.0.4|b'],
    );
    expect(await mistakesOf(table)).to.deep.equal([
      '3 ip: field.type',
      '4 tag: field.reference',
      '5 mac: field.type',
      '7 ip: row.repeatedAddress',
      '8 ip: address.noNetwork',
      '9 ip: address.notInSubnet',
      '10 null: row.cells',
    ]);
    expect(await addresses()).to.deep.equal([]);
  });

  it('change existing records only with the option for updates, and write no unchanged record', async () => {
    await started.network('10.0.0.0/24');
    await take(tableOf('address', 'ip|hostname|note', '10.0.0.1|a|kept', '10.0.0.2|b|kept'));
    const again = tableOf('address', 'ip|hostname', '10.0.0.1|a', '10.0.0.2|changed', '10.0.0.3|new');
    expect(await mistakesOf(again)).to.deep.equal(['2 ip: address.exists', '3 ip: address.exists']);
    expect(await take(again, { updates: true })).to.deep.include({ created: 1, changed: 1, unchanged: 1 });
    expect((await addresses()).map(({ hostname, note }) => [hostname, note])).to.deep.equal([
      ['a', 'kept'],
      ['changed', 'kept'],
      ['new', null],
    ]);
    expect(await mistakesOf(tableOf('address', 'ip|owner', '10.0.0.1|x', '10.0.0.1|y'), { updates: true })).to.deep.equal([
      '3 ip: row.repeatedAddress',
    ]);
  });

  it('have errors with standard codes, which a client can translate', async () => {
    for (const domainId of [1, await started.catalog.create(anyone, 'l2domain', { name: 'Lab' })])
      await started.catalog.create(anyone, 'vlan', { domainId, number: 10, name: 'ten' });
    await started.network('10.0.0.0/24');
    for (const [table, code, details] of [
      [tableOf('address', 'ip|note', '10.0.0.1'), 'row.cells', { cells: 1, columns: 2 }],
      [tableOf('address', 'ip', '10.0.0.1', '10.0.0.1'), 'row.repeatedAddress', { field: 'ip' }],
      [
        tableOf('subnet', 'section|subnet|vlan', 'Section|10.9.0.0/16|10'),
        ...['row.ambiguous', { field: 'vlanId', text: '10', ids: '#1, #2', further: 0 }],
      ],
    ] as [RowTable, string, object][]) {
      const [error] = await errorsOf(table);
      expect(error?.problem).to.deep.include({ code, details });
    }
    const [uncreated] = await errorsOf(tableOf('subnet', 'section|subnet', 'ab|10.9.0.0/16'), { createsMissing: true });
    const codes: string[] = [];
    if (uncreated) rowErrorText(uncreated, ({ code }) => `${codes.push(code)}`);
    expect(codes).to.deep.equal(['section.nameTooShort', 'row.uncreated']);
  });

  it('are rolled back in a dry run', async () => {
    await started.network('10.0.0.0/24');
    const caller = { ...anyone, writeOptions: { isDryRun: true } };
    const report = await take(tableOf('address', 'ip', '10.0.0.1'), {}, caller);
    expect(report).to.deep.include({ imported: false, created: 1, failed: 0 });
    expect(await addresses()).to.deep.equal([]);
  });

  it('refer to other records by name, number or id', async () => {
    const vrfId = await started.catalog.create(anyone, 'vrf', { name: 'Blue', rd: '65000:1' });
    const domainId = await started.catalog.create(anyone, 'l2domain', { name: 'Lab' });
    for (const domain of [1, domainId])
      await started.catalog.create(anyone, 'vlan', { domainId: domain, number: 10, name: 'ten' });
    const vlanId = await started.catalog.create(anyone, 'vlan', { number: 20, name: 'twenty' });
    const table = tableOf(
      'subnet',
      ...[
        'section|subnet|mask|vrf|vlan|description',
        'Section|10.0.0.0/8|||20|by number',
        'Section|10.1.0.0|16|blue|Lab/10|in a VRF',
      ],
      ...[`Section|10.2.0.0/16||#${vrfId}|#${vlanId}|by id`, `${started.sectionId}|10.2.3.0/24||${vrfId}||below`],
    );
    expect(await take(table)).to.deep.include({ created: 4 });
    const found = await collect(started.subnets.list(anyone, { order: { by: 'id' } }));
    expect(found.map(({ subnet }) => [String(subnet.prefix), subnet.vrfId, subnet.masterSubnetId])).to.deep.equal([
      ['10.0.0.0/8', null, null],
      ['10.1.0.0/16', vrfId, null],
      ['10.2.0.0/16', vrfId, null],
      ['10.2.3.0/24', vrfId, await idOf('10.2.0.0/16')],
    ]);
    expect(found[0]?.subnet.vlanId).to.equal(vlanId);
    const invalidTable = tableOf(
      'subnet',
      'section|subnet|vlan|vrf',
      'Section|10.9.0.0/16|10|',
      'Section|10.9.0.0/16||Red',
      'Nowhere|10.9.0.0/16||',
    );
    expect(await mistakesOf(invalidTable)).to.deep.equal([
      '2 vlan: row.ambiguous',
      '3 vrf: field.reference',
      '4 section: field.reference',
    ]);
  });

  it('create subnets below the smallest one that contains them, also of an earlier row, and folders', async () => {
    const table = tableOf(
      'subnet',
      ...['sectionId|subnet|isFolder|description|masterSubnetId', 'Section||1|Building|', 'Section|10.0.0.0/8|||Building'],
      ...['Section|10.1.0.0/16|||10.0.0.0/8', 'Section||||'],
    );
    expect(await mistakesOf(table)).to.deep.equal(['5 subnet: field.required']);
    const nested = tableOf('subnet', 'section|cidr', 'Section|10.0.0.0/8', 'Section|10.1.0.0/16', 'Section|10.1.1.0/24');
    expect(await take(nested)).to.deep.include({ created: 3 });
    expect(await take(nested, { updates: true })).to.deep.include({ unchanged: 3 });
    const found = await collect(started.subnets.list(anyone, { order: { by: 'id' } }));
    expect(found.map(({ subnet }) => subnet.masterSubnetId)).to.deep.equal([null, found[0]?.subnet.id, found[1]?.subnet.id]);
  });

  it('link subnets to those of earlier and later rows', async () => {
    const linked = tableOf(
      'subnet',
      'section|subnet|linked_subnet',
      'Section|10.0.0.0/8|2001:db8::/32',
      'Section|2001:db8::/32|10.0.0.0/8',
    );
    expect(await take(linked)).to.deep.include({ created: 2, rows: 2 });
    const [first, second] = (await collect(started.subnets.list(anyone, { order: { by: 'id' } }))).map(({ subnet }) => subnet);
    expect([first?.linked_subnet, second?.linked_subnet]).to.deep.equal([second?.id, first?.id]);
    const invalidTable = tableOf('subnet', 'section|subnet|linked_subnet', 'Section|11.0.0.0/8|12.0.0.0/8');
    expect(await mistakesOf(invalidTable)).to.deep.equal(['2 linked_subnet: field.reference']);
  });

  it('of every other kind are identified by their names', async () => {
    const tables: Readonly<Partial<Record<RowKind, readonly [string, string, string]>>> = {
      section: ['name|description', 'Lab|first', 'Lab|second'],
      customer: ['title|note', 'Acme|first', 'Acme|second'],
      location: ['name|description', 'Hall|first', 'Hall|second'],
      l2domain: ['name|description', 'East|first', 'East|second'],
      vlan: ['number|name|domain', '30|first|default', '30|second|default'],
      vrf: ['name|description', 'Red|first', 'red|second'],
      device: ['hostname|description', 'sw1|first', 'sw1|second'],
    };
    for (const kind of rowKinds) {
      const [columns, first, second] = tables[kind] ?? [];
      if (!columns || !first || !second) continue;
      expect(await take(tableOf(kind, columns, first)), kind).to.deep.include({ created: 1 });
      expect(await mistakesOf(tableOf(kind, columns, second)), kind).to.have.lengthOf(1);
      expect(await take(tableOf(kind, columns, second), { updates: true }), kind).to.deep.include({ changed: 1 });
      expect(await take(tableOf(kind, columns, second), { updates: true }), kind).to.deep.include({ unchanged: 1 });
    }
  });

  it('require known columns without duplicates', async () => {
    expect(await codeOf(take(tableOf('address', 'ip|colour', '10.0.0.1|red')))).to.equal('field.unknown');
    const twice = await take(tableOf('address', 'ip|IP', '10.0.0.1|10.0.0.1')).catch((error: Error) => error.message);
    expect(twice).to.equal('the columns ip and IP have the same meaning');
    expect(await codeOf(take(tableOf('address', 'ip', '10.0.0.1'), { section: 'Nowhere' }))).to.equal('field.reference');
    await started.network('10.0.0.0/24');
    const report = await take(tableOf('address', 'ID|IP|Hostname|editDate', '7|10.0.0.1|a|2020-01-01 00:00:00'));
    expect(report.ignoredColumns).to.deep.equal(['ID', 'editDate']);
  });

  it('are written with the permissions of the caller', async () => {
    await started.network('10.0.0.0/24');
    expect(await mistakesOf(tableOf('address', 'ip', '10.0.0.1'), {}, memberOf(2))).to.deep.equal(['2 ip: address.noNetwork']);
    expect(await mistakesOf(tableOf('vrf', 'name', 'Red'), {}, memberOf(2))).to.deep.equal(['2 null: permission.denied']);
    expect(await mistakesOf(tableOf('section', 'name', 'Mine'), {}, memberOf(2))).to.deep.equal(['2 null: permission.denied']);
  });

  it('are rejected with up to 100 errors and the number of all', async () => {
    const lines = Array.from({ length: 250 }, (_, index) => `10.0.0.${index}`);
    try {
      await take(tableOf('address', 'ip', ...lines));
      expect.fail('nothing was refused');
    } catch (error) {
      if (!(error instanceof RefusedRowsError)) throw error;
      expect(error.report.errors).to.have.lengthOf(100);
      expect(error.report).to.deep.include({ failed: 250, rows: 250, imported: false });
    }
  });
});
