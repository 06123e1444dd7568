import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** The report of an answer, with numeric texts as numbers. */
const reportOf = ({ envelope }: Answer) =>
  JSON.parse(JSON.stringify(envelope.data), (name, value: unknown) =>
    name !== 'name' && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  );

describe('POST /rows/ with create_missing', () => {
  let server: ApiServer;
  let client: ApiClient;
  beforeEach(async () => {
    server = await ApiServer.start();
    client = server.client;
  });
  afterEach(() => server.close());

  const subnets = (rows: readonly (readonly unknown[])[], options: object = { create_missing: 1 }, by = client) =>
    by.post('/rows/subnet/', { columns: ['section', 'subnet', 'vrf', 'vlan', 'customer', 'location'], rows, ...options });
  const row = ['Plant', '10.7.0.0/24', 'red', '20', 'Acme', 'Vienna'];
  const names = async (path: string, member: string): Promise<unknown[]> =>
    ((await client.get(path)).records ?? []).map((record) => record[member]);

  it('creates the records that rows name, each once, and reports them', async () => {
    const answer = await subnets([row, ['Plant', '10.7.1.0/24', 'red', '20', 'acme', '']]);
    expect(answer.status, answer.text).to.equal(200);
    expect(reportOf(answer)).to.deep.include({ imported: true, created: 2, refused: 0, added: 5 });
    expect(reportOf(answer).addedRecords).to.deep.equal([
      { kind: 'section', name: 'Plant' },
      { kind: 'customer', name: 'Acme' },
      { kind: 'location', name: 'Vienna' },
      { kind: 'vlan', name: '20' },
      { kind: 'vrf', name: 'red' },
    ]);
    expect(await names('/sections/', 'name')).to.include('Plant');
    expect(await names('/tools/customers/', 'title')).to.deep.equal(['Acme']);
    expect(await names('/vlans/', 'name')).to.deep.equal(['VLAN 20']);
    const [first, second] = (await client.get('/subnets/all/')).records ?? [];
    expect(first).to.include({ vrfId: second?.vrfId, customer_id: second?.customer_id });
  });

  it('does not create a record that another row of the table describes', async () => {
    const rows = [
      ['Upper', '', 'described'],
      ['Lower', 'upper', ''],
      ['Other', 'Absent', ''],
    ];
    const answer = await client.post('/rows/section/', {
      columns: ['name', 'masterSection', 'description'],
      rows,
      create_missing: 1,
    });
    expect(answer.status, answer.text).to.equal(200);
    expect(reportOf(answer)).to.deep.include({ created: 3, addedRecords: [{ kind: 'section', name: 'Absent' }] });
    const sections = (await client.get('/sections/')).records ?? [];
    const upper = sections.find(({ name }) => name === 'Upper');
    expect(upper?.description).to.equal('described');
    expect(sections.find(({ name }) => name === 'Lower')?.masterSection).to.equal(upper?.id);
  });

  it('writes nothing without the option', async () => {
    const answer = await subnets([row], {});
    expect(answer.status).to.equal(400);
    expect(reportOf(answer)).to.deep.include({ refused: 1, added: 0, addedRecords: [] });
    expect(await names('/sections/', 'name')).to.not.include('Plant');
  });

  it('uses records that exist', async () => {
    await client.post('/sections/', { name: 'Plant' });
    await client.post('/vrfs/', { name: 'red' });
    const report = reportOf(await subnets([row]));
    expect(report.addedRecords.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['customer', 'location', 'vlan']);
    expect(await names('/vrfs/', 'name')).to.deep.equal(['red']);
  });

  it('reports the records in a dry run and creates none', async () => {
    const answer = await subnets([row], { create_missing: 1, dry_run: 1 });
    expect(reportOf(answer)).to.deep.include({ imported: false, created: 1, added: 5 });
    expect(await names('/sections/', 'name')).to.not.include('Plant');
    expect((await client.get('/tools/customers/')).status).to.equal(404);
  });

  it('reports the same in a dry run for a list of new sections', async () => {
    const body = { columns: ['hostname', 'sections'], rows: [['core-1', 'Plant;Office']], create_missing: 1 };
    const tried = await client.post('/rows/device/', { ...body, dry_run: 1 });
    expect(tried.status, tried.text).to.equal(200);
    const { imported: _, written: __, ...report } = reportOf(await client.post('/rows/device/', body));
    expect(report.addedRecords.map(({ name }: { name: string }) => name)).to.deep.equal(['Plant', 'Office']);
    expect(reportOf(tried)).to.deep.include(report);
  });

  it('creates no record when a row is refused', async () => {
    const answer = await subnets([row, ['Plant', '10.7.0.0/33', '', '', 'Other', '']]);
    expect(answer.status).to.equal(400);
    expect((await client.get('/tools/customers/')).status).to.equal(404);
    expect(await names('/sections/', 'name')).to.not.include('Plant');
  });

  it('refuses rows with an invalid name or an unknown id, and reports the reason', async () => {
    for (const [cells, column, reason] of [
      [['ab', '10.7.0.0/24', '', '', '', ''], 'section', 'section ab does not exist and cannot be created: Name is mandatory'],
      [['Customers', '10.7.0.0/24', '', '', '#77', ''], 'customer', 'Invalid customer_id: #77 does not exist'],
      [['Customers', '10.7.0.0/24', '', 'Lab/20', '', ''], 'vlan', 'Invalid vlanId: Lab/20 does not exist'],
      [['Customers', '10.7.0.0/24', '', '5000', '', ''], 'vlan', 'vlan 5000 does not exist and cannot be created: '],
      [['Customers', '10.7.0.0/24', '', '', '', 'x'.repeat(300)], 'location', 'cannot be created: Invalid name: longer than'],
    ] as const) {
      const answer = await subnets([cells]);
      expect(answer.status, answer.text).to.equal(400);
      const { mistakes, ...report } = reportOf(answer);
      expect(mistakes, answer.text).to.have.lengthOf(1);
      expect(mistakes[0].column).to.equal(column);
      expect(mistakes[0].message).to.include(reason);
      expect(report).to.deep.include({ imported: false, added: 0, addedRecords: [] });
    }
    expect((await client.get('/subnets/all/')).status).to.equal(404);
  });

  it('creates the device and customer of addresses', async () => {
    await client.post('/sections/', { name: 'Plant' });
    await client.post('/subnets/', { sectionId: (await client.get('/sections/Plant/')).record.id, subnet: '10.8.0.0', mask: 24 });
    const body = { columns: ['ip', 'device', 'customer'], rows: [['10.8.0.1', 'core-1', 'Acme']], create_missing: 1 };
    expect((await client.post('/rows/address/', body)).status).to.equal(200);
    const [address] = (await client.get('/addresses/search/10.8.0.1/')).records ?? [];
    expect(address).to.include({ deviceId: '1', customer_id: '1' });
    expect(await names('/devices/', 'hostname')).to.deep.equal(['core-1']);
  });

  it('finds and creates VLANs by numbers with leading zeros, and names in another Unicode form', async () => {
    const rows = [
      ['Plant', '10.7.0.0/24', '', '0035', 'Caf\u00e9', ''],
      ['Plant', '10.7.1.0/24', '', '35', 'Cafe\u0301', ''],
    ];
    const answer = await subnets(rows);
    expect(answer.status, answer.text).to.equal(200);
    expect(await names('/vlans/', 'number')).to.deep.equal(['35']);
    expect(await names('/tools/customers/', 'title')).to.deep.equal(['Caf\u00e9']);
  });

  it('refuses lists and objects as names instead of clearing the fields', async () => {
    await subnets([row]);
    for (const [cells, column] of [
      [['Plant', '10.7.0.0/24', 'red', '20', ['Acme'], 'Vienna'], 'customer'],
      [['Plant', '10.7.0.0/24', { name: 'red' }, '20', 'Acme', 'Vienna'], 'vrf'],
      [['Plant', ['10.7.0.0/24'], 'red', '20', 'Acme', 'Vienna'], 'subnet'],
    ] as const) {
      const answer = await subnets([cells], { create_missing: 1, update: 1 });
      expect(answer.status, answer.text).to.equal(400);
      expect(reportOf(answer).mistakes[0]).to.deep.include({ row: 2, column });
    }
    expect((await client.get('/subnets/all/')).records?.[0]?.customer_id).to.equal('1');
  });

  it('creates no section for a parent that cannot exist in it', async () => {
    const body = { columns: ['section', 'subnet', 'master'], create_missing: 1 };
    const answer = await client.post('/rows/subnet/', { ...body, rows: [['Plant', '10.7.0.0/24', 'Absent/10.0.0.0/8']] });
    expect(answer.status, answer.text).to.equal(400);
    expect(reportOf(answer).mistakes).to.have.lengthOf(1);
    for (const name of ['Plant', 'Absent']) expect(await names('/sections/', 'name')).to.not.include(name);
  });

  it('cannot be combined with batches', async () => {
    const body = { columns: ['ip'], rows: [['10.8.0.1']], create_missing: 1, batches: 1 };
    const answer = await client.post('/rows/address/', body);
    expect([answer.status, answer.envelope.message]).to.deep.equal([
      400,
      'Invalid table: missing records are created only if all rows are in one transaction',
    ]);
  });

  it('requires the permission to create each record', async () => {
    const admin = await server.signIn('Admin', 'main');
    const { record } = await admin.post('/keys/', { name: 'rows', scopes: ['subnet:write', '*:read'] });
    const limited = server.unauthenticated('main').with({ token: String(record.key) });
    await client.post('/sections/', { name: 'Plant' });
    const denied = await subnets([['Plant', '10.7.0.0/24', '', '', 'Acme', '']], { create_missing: 1 }, limited);
    expect(denied.status).to.equal(403);
    expect(reportOf(denied).mistakes[0]).to.include({ row: 2, column: 'customer' });
    expect(reportOf(denied).mistakes[0].message).to.include('customer Acme does not exist and cannot be created: ');
    expect((await subnets([['Plant', '10.7.0.0/24', '', '', '', '']], { create_missing: 1 }, limited)).status).to.equal(200);
    expect((await client.get('/tools/customers/')).status).to.equal(404);
  });
});
