import { createReadStream } from 'node:fs';
import { expect } from 'chai';
import { SourceError } from '../../application/ports/register.js';
import type { RowMapping, RowReport, RowTable } from '../../application/transfer/rows/table.js';
import { rowTable } from '../../config/row-files.js';
import { rowWord } from '../../domain/transfer/columns.js';
import { anyone, type Started, startApplication } from '../application/support/application.js';
import { collect } from '../support/collect.js';
import { errorOf } from '../support/outcome/error-of.js';

const fixture = (name: string) => () =>
  createReadStream(new URL(`../../../test/fixtures/exports/${name}`, import.meta.url), { highWaterMark: 64 });

const bytesOf = (text: string | Uint8Array) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield typeof text === 'string' ? Buffer.from(text) : text;
  };

const kinds = ['customer', 'l2domain', 'vlan'] as const;

describe('Files of other programs', () => {
  let started: Started;
  beforeEach(async () => {
    started = await startApplication();
    await started.network('10.80.4.0/24');
    await write('customer', 'title\nAcme\n');
    await write('l2domain', 'name\nLab\n');
    await write('vlan', 'number,name\n20,Core\n');
  });

  const importTable = (table: RowTable): Promise<RowReport> =>
    started.rowImport.run(anyone, [table], { section: 'section', updates: table.kind === 'vlan' });
  const write = async (kind: (typeof kinds)[number], text: string) => importTable(await rowTable(kind, bytesOf(text)));
  const addresses = async (): Promise<string[]> => {
    const found = await collect(started.addresses.list(anyone, { order: 'address' }));
    return found.map(({ ip, hostname, mac, tag }) => [ip, hostname ?? '', mac ?? '', tag].join(' '));
  };
  const subnets = async (): Promise<string[]> => {
    const found = await collect(started.subnets.list(anyone, { order: { by: 'network' } }));
    return found.map(({ subnet: { prefix, description } }) => `${prefix} ${description ?? ''}`.trim());
  };

  for (const [file, kind, preset, created] of [
    ['phpipam-addresses.csv', 'address', 'phpipam', 2],
    ['phpipam-subnets.csv', 'subnet', 'phpipam', 2],
    ['netbox-prefixes.csv', 'subnet', 'netbox', 2],
    ['netbox-ip-addresses.csv', 'address', 'netbox', 3],
    ['netbox-vlans.csv', 'vlan', 'netbox', 1],
    ['infoblox.csv', 'subnet', 'infoblox', 3],
    ['infoblox.csv', 'address', 'infoblox', 3],
    ['efficientip-addresses.csv', 'address', 'efficientip', 2],
    ['solarwinds-addresses.csv', 'address', 'solarwinds', 2],
  ] as const)
    it(`are imported without changes: ${rowWord(kind)} of ${file}, with a recognized preset`, async () => {
      const table = await rowTable(kind, fixture(file));
      expect(table.source?.preset).to.equal(preset);
      expect(await importTable(table)).to.deep.include({ imported: true, created, failed: 0 });
    });

  for (const [file, kind, created] of [
    ['kea-dhcp4.json', 'subnet', 1],
    ['kea-dhcp4.json', 'range', 2],
    ['kea-dhcp4.json', 'address', 1],
    ['kea-leases4.csv', 'address', 2],
    ['dhcpd.leases', 'address', 1],
    ['nmap.xml', 'address', 2],
  ] as const)
    it(`are imported without changes: ${rowWord(kind)} of ${file}`, async () => {
      const table = await rowTable(kind, fixture(file));
      const { rows, ...others } = table;
      const isOther = async (row: { cells: readonly unknown[] }) => !row.cells.includes('10.80.4.0/24') || kind !== 'subnet';
      const wanted = async function* () {
        for await (const part of rows()) {
          const wantedRows = await Promise.all(part.map(async (row) => ((await isOther(row)) ? [row] : [])));
          yield wantedRows.flat();
        }
      };
      expect(await importTable({ ...others, rows: wanted })).to.deep.include({ imported: true, created, failed: 0 });
    });

  it('are imported without changes into an empty database, with the records that they refer to', async () => {
    const empty = await startApplication();
    for (const [file, kind] of [
      ['phpipam-subnets.csv', 'subnet'],
      ['netbox-vlans.csv', 'vlan'],
      ['netbox-prefixes.csv', 'subnet'],
      ['infoblox.csv', 'subnet'],
      ['kea-dhcp4.json', 'subnet'],
      ['kea-dhcp4.json', 'range'],
      ['phpipam-addresses.csv', 'address'],
      ['netbox-ip-addresses.csv', 'address'],
      ['infoblox.csv', 'address'],
      ['efficientip-addresses.csv', 'address'],
      ['solarwinds-addresses.csv', 'address'],
    ] as const) {
      const table = await rowTable(kind, fixture(file));
      const options = { createsMissing: true, updates: true, section: 'Laboratory' };
      expect(await empty.rowImport.run(anyone, [table], options), `${kind} of ${file}`).to.include({ imported: true, failed: 0 });
    }
  });

  it('retain names, states and hardware addresses', async () => {
    for (const file of ['netbox-ip-addresses.csv', 'solarwinds-addresses.csv', 'kea-leases4.csv', 'dhcpd.leases', 'nmap.xml'])
      await importTable(await rowTable('address', fixture(file)));
    expect(await addresses()).to.deep.equal([
      '10.80.4.20 web.lab.example  2',
      '10.80.4.21   4',
      '10.80.4.22 old.lab.example  1',
      '10.80.4.50 hmi.lab.example 02:00:00:00:00:50 2',
      '10.80.4.52   4',
      '10.80.4.70 nas.lab.example 02:00:00:00:00:70 2',
      '10.80.4.72   2',
      '10.80.4.100 laptop.lab.example 02:00:00:01:00:00 4',
      '10.80.4.101 phone.lab.example 02:00:00:01:00:01 4',
      '10.80.4.110 printer 02:00:00:02:00:10 4',
    ]);
  });

  it('report rows that are not records of the kind, each with its reason', async () => {
    const text = `header-hostrecord,fqdn*,addresses\nhostrecord,a.lab.example,10.80.4.30\nhostrecord,b.lab.example,
header-cnamerecord,fqdn*,canonical_name*\ncnamerecord,www.lab.example,a.lab.example\n,,\nmxrecord,lab.example,a.lab.example\n`;
    const report = await importTable(await rowTable('address', bytesOf(text)));
    expect(report).to.deep.include({ rows: 1, created: 1, failed: 0, skipped: 3 });
    expect(report.skippedRows).to.deep.equal([
      { table: 'address', row: 3, reason: 'has no address' },
      { table: 'address', row: 5, reason: 'the type cnamerecord is not imported as addresses' },
      { table: 'address', row: 7, reason: 'no header row precedes this row of the type mxrecord' },
    ]);
  });

  it('cause a report with at most 100 of the skipped rows', async () => {
    const others = Array.from({ length: 150 }, (_, index) => `cnamerecord,c${index}.lab.example`).join('\n');
    const text = `header-fixedaddress,ip_address*\nfixedaddress,10.80.4.30\nheader-cnamerecord,fqdn*\n${others}\n`;
    const report = await importTable(await rowTable('address', bytesOf(text)));
    expect(report).to.deep.include({ created: 1, skipped: 150 });
    expect(report.skippedRows).to.have.length(100);
  });

  it('report listed addresses without a record', async () => {
    const report = await importTable(await rowTable('address', fixture('solarwinds-addresses.csv')));
    expect(report.skipped).to.be.greaterThan(0);
    expect(report.skippedRows[0]?.reason).to.match(/: the row contains no record$/);
  });

  it('name a limited number of types or titles in an error', async () => {
    const types = Array.from({ length: 500 }, (_, index) => `header-type${index},name*`).join('\n');
    const problem = await rowTable('address', bytesOf(`${types}\n`)).then(String, String);
    expect(problem).to.match(/type19 and 480 more$/);
  });

  it('contain subnets, with masks in any form', async () => {
    await importTable(await rowTable('subnet', fixture('infoblox.csv')));
    const text = 'subnet,mask\n10.90.0.0/255.255.0.0,\n10.91.0.0 255.255.0.0,\n10.92.0.0,0.0.255.255\n10.93.0.0,/16\n';
    await importTable(await rowTable('subnet', bytesOf(text)));
    expect(await subnets()).to.deep.equal([
      '10.80.4.0/24',
      '10.80.8.0/24 Lab, second floor',
      '10.83.0.0/16 Site',
      '10.83.9.0/26',
      '10.90.0.0/16',
      '10.91.0.0/16',
      '10.92.0.0/16',
      '10.93.0.0/16',
    ]);
  });

  it('have a reported format', async () => {
    const { source } = await rowTable('address', fixture('phpipam-addresses.csv'));
    expect(source).to.deep.equal({
      format: 'csv',
      encoding: 'Windows-1252',
      delimiter: ';',
      headerRow: 3,
      preset: 'phpipam',
    });
    expect((await rowTable('address', fixture('efficientip-addresses.csv'))).source).to.deep.include({ encoding: 'UTF-16LE' });
    expect((await rowTable('address', fixture('solarwinds-addresses.csv'))).source).to.deep.include({ delimiter: '\t' });
    expect((await rowTable('address', fixture('nmap.xml'))).source).to.deep.equal({ format: 'nmap' });
  });

  it('with unknown columns are imported on request, and the columns are reported', async () => {
    const file = bytesOf('Addresses of the laboratory\n\nip,hostname,rack unit\n10.80.4.5/24,a,7\n');
    const error = await errorOf(rowTable('address', file).then(importTable), Error);
    expect(error.message).to.match(/^There is no writable field rack unit$/);
    const report = await importTable(await rowTable('address', file, { skipUnknown: true }));
    expect(report).to.deep.include({ created: 1, ignoredColumns: ['rack unit'] });
  });

  it('use a stored mapping, whose values replace those of the preset', async () => {
    const mapping: RowMapping = { columns: { Tenant: '-' }, values: { tag: { active: 'Reserved' } } };
    const report = await importTable(await rowTable('address', fixture('netbox-ip-addresses.csv'), mapping));
    expect(report.ignoredColumns).to.include('Tenant');
    expect((await addresses())[0]).to.equal('10.80.4.20 web.lab.example  3');
  });

  it('are read in linear time: quadratic time would exceed the limit of the test', async () => {
    const many = 300_000;
    const noKea = 'the file is not a Kea configuration in JSON; files included by <?include?> are not read';
    for (const text of ['{"Dhcp4":1} '.concat('/*a'.repeat(many)), '{"Dhcp4":1 '.concat('\\"'.repeat(many))])
      expect((await errorOf(rowTable('address', bytesOf(text)), SourceError)).message).to.equal(noKea);
    const lease = `lease 10.80.4.30 {\n  binding state${' '.repeat(many)}active${' '.repeat(many)};\n}\n`;
    expect(await importTable(await rowTable('address', bytesOf(lease)))).to.deep.include({ created: 1 });
  });

  it('are rejected above the limits of a line, a row and a configuration', async () => {
    const problemOf = async (text: string): Promise<string> => {
      const read = rowTable('address', bytesOf(text)).then(importTable);
      return (await errorOf(read, SourceError)).message;
    };
    expect(await problemOf(`lease 10.80.4.30 {\n${';'.repeat(1001)}\n}\n`)).to.equal('line 2 has more than 1000 statements');
    const titles = 'address,hwaddr,client_id,valid_lifetime,expire,';
    expect(await problemOf(`${titles}${'a,'.repeat(1000)}\n`)).to.equal('row 1: 1006 cells, where there are 1000 columns');
    expect(await problemOf(`${titles}state\n${'&#x2c'.repeat(14_000)}\n`)).to.equal('row 2 is longer than 65536 characters');
    const nested = `{"Dhcp4":{"subnet4":${'['.repeat(63)}${']'.repeat(63)}}}`;
    expect(await problemOf(nested)).to.match(/not a Kea configuration/);
  });

  it('of Kea may have commas before closing brackets, with comments between them', async () => {
    const text = `{"Dhcp4": { # one
      "reservations": [{"ip-address": "10.80.4.33", "hostname": "a,]b,",}, // two
        /* three */ ], },
    }`;
    expect(await importTable(await rowTable('address', bytesOf(text)))).to.deep.include({ created: 1 });
    expect(await addresses()).to.deep.equal(['10.80.4.33 a,]b,  4']);
  });

  it('of dhcpd may have several statements on a line', async () => {
    const line = 'lease 10.80.4.31 { binding state active; hardware ethernet 00:11:22:33:44:55; }\n';
    const free = 'lease 10.80.4.32 { binding state free; }\n';
    await importTable(await rowTable('address', bytesOf(line + free)));
    expect(await addresses()).to.deep.equal(['10.80.4.31  00:11:22:33:44:55 4']);
  });

  it('of XML are limited in nested elements, and in attributes of an element', async () => {
    const problemOf = async (text: string) =>
      (await errorOf(rowTable('address', bytesOf(text)).then(importTable), Error)).message;
    expect(await problemOf(`<nmaprun>${'<a>'.repeat(1_000_000)}`)).to.match(/more than 64 nested elements|1 of/);
    const attributes = Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ');
    expect(await problemOf(`<nmaprun><host ${attributes}/></nmaprun>`)).to.match(/more than 256 attributes|1 of/);
  });

  it('are rejected for unavailable kinds and unknown presets', async () => {
    for (const [table, problem] of [
      [() => rowTable('vlan', fixture('dhcpd.leases')), 'a file of dhcpd leases has addresses, no vlans'],
      [
        () => rowTable('vlan', fixture('infoblox.csv')),
        'the file has no vlans, only networkcontainer, network, hostrecord, fixedaddress',
      ],
      [
        () => rowTable('address', fixture('netbox-vlans.csv'), { preset: 'other' }),
        'there is no preset other; known are phpipam, netbox, efficientip, solarwinds, none',
      ],
      [
        () => rowTable('device', fixture('netbox-vlans.csv'), { preset: 'netbox' }),
        'the preset netbox is for vlans, subnets, addresses, not for devices',
      ],
      [() => rowTable('address', bytesOf('<?xml version="1.0"?><other/>')), 'the file is XML, but not output of nmap -oX'],
    ] as const)
      expect((await errorOf(table(), SourceError)).message).to.equal(problem);
  });
});
