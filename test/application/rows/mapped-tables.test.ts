import { expect } from 'chai';
import { type InputRow, RefusedRowsError, type RowReport, type RowTable } from '../../../application/transfer/rows/table.js';
import { IpamError } from '../../../domain/errors.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { collect } from '../../support/collect.js';
import { anyone, type Started, startApplication } from '../support/application.js';

/** A table of CSV lines without quotes, the first with the column names. */
function tableOf(kind: RowKind, ...lines: readonly string[]): RowTable {
  const [columns = [], ...cells] = lines.map((line) => line.split(','));
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

describe('Tables of other programs', () => {
  let started: Started;
  beforeEach(async () => {
    started = await startApplication();
  });

  const take = (table: RowTable): Promise<RowReport> => started.rowImport.run(anyone, [table], { section: 'section' });
  const addresses = () => collect(started.addresses.list(anyone, { order: 'address' }));

  async function mistakesOf(table: RowTable): Promise<{ failed: number; problems: string[] }> {
    try {
      await take(table);
    } catch (error) {
      if (!(error instanceof RefusedRowsError)) throw error;
      const { failed, errors: mistakes } = error.report;
      const code = (problem: unknown) => (IpamError.is(problem) ? problem.code : String(problem));
      return { failed, problems: mistakes.map(({ row, column, problem }) => `${row} ${column}: ${code(problem)}`) };
    }
    throw new Error('nothing was refused');
  }

  it('may contain masks as netmasks and with a slash', async () => {
    const lines = ['10.80.0.0,255.255.0.0,all', '10.80.4.0,/24,floor', '10.80.4.0/255.255.255.128,25,desk'];
    await take(tableOf('subnet', 'subnet,mask,description', ...lines));
    const subnets = await collect(started.subnets.list(anyone, { order: { by: 'network' } }));
    expect(subnets.map(({ subnet }) => String(subnet.prefix))).to.deep.equal(['10.80.0.0/16', '10.80.4.0/24', '10.80.4.0/25']);
    const invalidLines = ['10.81.0.0,255.0.255.0,a', '10.81.0.0,33,b', '10.81.0.0/24,255.255.0.0,c', '10.81.0.300,24,d'];
    const { problems } = await mistakesOf(tableOf('subnet', 'subnet,mask,description', ...invalidLines));
    expect(problems).to.deep.equal([
      '2 subnet: prefix.length',
      '3 subnet: prefix.length',
      '4 subnet: field.type',
      '5 subnet: field.type',
    ]);
  });

  it('may have the column titles of an address spreadsheet', async () => {
    await started.network('10.80.4.0/24');
    const titles = 'Section,IP address,Hostname,Description,Subnet,MAC,Gateway,Tag';
    const lines = ['section,10.80.4.7,cam_1.lab,door,10.80.4.0/24,02:00:00:00:00:07,No,Used'];
    await take(tableOf('address', titles, ...lines, 'section,10.80.4.1,gw.lab,,10.80.4.0/24,0200.0000.0001,Yes,Reserved'));
    const found = await addresses();
    expect(found.map(({ ip, hostname, mac, is_gateway, tag }) => [String(ip), hostname, mac, is_gateway, tag])).to.deep.equal([
      ['10.80.4.1', 'gw.lab', '02:00:00:00:00:01', true, 3],
      ['10.80.4.7', 'cam_1.lab', '02:00:00:00:00:07', false, 2],
    ]);
  });

  it('may be lease files of Kea', async () => {
    await started.network('10.80.4.0/24');
    const titles =
      'address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id';
    const lease = '10.80.4.9,02:00:00:00:00:09,,600,1800000000,4,0,0,tablet.lab.,0,,0';
    const report = await take(tableOf('address', titles, lease));
    expect(report).to.deep.include({ created: 1 });
    expect(report.ignoredColumns).to.have.members(
      titles.split(',').filter((title) => !['address', 'hwaddr', 'hostname'].includes(title)),
    );
    const [found] = await addresses();
    expect([String(found?.ip), found?.mac, found?.hostname, found?.tag]).to.deep.equal([
      '10.80.4.9',
      '02:00:00:00:00:09',
      'tablet.lab',
      2,
    ]);
  });

  it('are rejected with all errors of a row, each with its row number and column', async () => {
    await started.network('10.80.4.0/24');
    const table = tableOf(
      'address',
      'ip,mac,lastSeen,is_gateway,tag',
      '10.80.4.11,0200:0000:0011,2025-13-02,maybe,Nowhere',
      '10.80.4.12,02:00:00:00:00:12,2025-01-02,yes,Used',
      '10.80.4.300,zz,2025-01-02,no,Used',
    );
    expect(await mistakesOf(table)).to.deep.equal({
      failed: 2,
      problems: [
        '2 mac: field.type',
        '2 lastSeen: field.type',
        '2 is_gateway: field.type',
        '2 tag: field.reference',
        '4 mac: field.type',
        '4 ip: field.type',
      ],
    });
    expect(await addresses()).to.deep.equal([]);
  });

  it('are rejected with an unknown column', async () => {
    const error = await take(tableOf('address', 'ip,expire', '10.80.4.1,1')).catch((thrown: unknown) => thrown);
    expect(IpamError.is(error, 'field.unknown')).to.equal(true);
  });
});
