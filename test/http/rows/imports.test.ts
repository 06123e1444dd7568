import { expect } from 'chai';
import { maxImportsOfUser } from '../../../domain/transfer/import-job.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('Imports in the background', () => {
  let server: ApiServer;
  let admin: ApiClient;
  let operator: ApiClient;

  beforeEach(async () => {
    server = await ApiServer.start();
    admin = await server.signIn('Admin', 'main');
    operator = await server.signIn('operator', 'main');
    await admin.post('/sections/', { name: 'Lab', permissions: { 2: 2 } });
    await admin.post('/subnets/', { sectionId: 1, subnet: '10.0.0.0', mask: 16, permissions: { 2: 2 } });
    await admin.post('/subnets/', { sectionId: 1, subnet: '10.9.0.0', mask: 24 });
    await admin.patch('/subnets/2/permissions/', { Operators: 'ro' });
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const create = async (client: ApiClient, given: object = {}): Promise<string> =>
    String((await client.post('/imports/', { kind: 'address', file: 'rows.csv', ...given })).record.id);
  const addRows = (client: ApiClient, id: string, columns: readonly string[], rows: readonly unknown[], others: object = {}) =>
    client.post(`/imports/${id}/rows/`, { columns, rows, ...others });
  const addCsv = (client: ApiClient, id: string, text: string, query = ''): Promise<Answer> =>
    client.send({ method: 'POST', target: `/imports/${id}/rows/${query}`, headers: { 'Content-Type': 'text/csv' }, body: text });
  const start = (client: ApiClient, id: string) => client.post(`/imports/${id}/start/`, {});
  const read = async (client: ApiClient, id: string) => (await client.get(`/imports/${id}/`)).record;
  const run = () => server.application.importRunner.run();

  it('create missing records with createMissing, and count skipped rows', async () => {
    const id = await create(admin, { createMissing: 1 });
    const text = 'IP Address,Subnet CIDR,MAC Address,Hostname (DNS),Status,Type,Comments\n10.0.0.1,16,,a.example,Used,Static,\n';
    expect((await addCsv(admin, id, `${text}10.0.0.2,16,,,Available,Static,\n`)).record).to.include({
      received: '1',
      skipped: '1',
    });
    await start(admin, id);
    await run();
    expect(await read(admin, id)).to.include({ state: 'done', created: '1', refused: '0', skipped: '1', createMissing: '1' });
    const other = await create(admin, { createMissing: 1 });
    await addRows(admin, other, ['ip', 'customer', 'device'], [['10.0.0.3', 'Acme', 'core-1']]);
    await start(admin, other);
    await run();
    expect(await read(admin, other)).to.include({ state: 'done', created: '1', refused: '0', added: '2' });
    expect((await admin.get('/tools/customers/')).records.map(({ title }) => title)).to.deep.equal(['Acme']);
  });

  it('refuse and report only the rows with a missing record that the author may not create', async () => {
    const id = await create(operator, { createMissing: 1 });
    const rows = [
      ['10.0.0.3', 'Acme'],
      ['10.0.0.4', ''],
    ];
    await addRows(operator, id, ['ip', 'customer'], rows);
    await start(operator, id);
    await run();
    expect(await read(operator, id)).to.include({ state: 'done', created: '1', refused: '1', added: '0' });
    const [refused] = (await operator.get(`/imports/${id}/refused/`)).records ?? [];
    expect(JSON.stringify(refused)).to.include('customer Acme does not exist and cannot be created: ');
    expect((await admin.get('/tools/customers/')).status).to.equal(404);
  });

  it('count the records created for rows of other kinds, and create none for refused rows', async () => {
    const id = await create(admin, { kind: 'subnet', createMissing: 1 });
    const rows = [
      ['Plant', '10.30.0.0/24', '0035', ''],
      ['Plant', '10.30.0.0/24', '', 'Acme'],
      ['Plant', '10.31.0.0/24', '35', ''],
    ];
    await addRows(admin, id, ['section', 'subnet', 'vlan', 'customer'], rows);
    await start(admin, id);
    await run();
    expect(await read(admin, id)).to.include({ state: 'done', created: '2', refused: '1', added: '2' });
    expect((await admin.get('/vlans/')).records.map(({ number }) => number)).to.deep.equal(['35']);
    expect((await admin.get('/tools/customers/')).status).to.equal(404);
  });

  it('number the rows of several requests in order', async () => {
    const id = await create(operator);
    await addRows(operator, id, ['ip'], [['10.0.0.1'], ['10.0.0.2']]);
    await addRows(operator, id, ['ip'], [['10.0.0.3'], ['bad']]);
    await addCsv(operator, id, 'ip\nworse\n');
    await start(operator, id);
    await run();
    expect((await operator.get(`/imports/${id}/refused/`)).records.map(({ row }) => row)).to.deep.equal(['5', '6']);
    const { text } = await operator.get(`/imports/${id}/refused/?format=csv`);
    expect(text.split('\n').map((line) => line.split(',')[0])).to.deep.equal(['ip', 'bad', 'worse', '']);
  });

  it('write the rows of all requests after the start, and refuse rows with errors', async () => {
    const id = await create(operator);
    expect((await addCsv(operator, id, 'IP address;Name\n10.0.0.1;one\n10.0.0.300;two\n')).record).to.include({
      ...{ state: 'receiving', received: '2', processed: '0', kind: 'address', update: '0' },
    });
    const second = await addCsv(operator, id, 'IP address;Name\n10.0.0.3;three\n10.0.0.1;again\n', '?first_row=4');
    expect(second.record.received).to.equal('4');
    expect(await run()).to.equal(0);
    expect((await operator.get('/addresses/all/')).status).to.equal(404);
    expect((await start(operator, id)).record.state).to.equal('running');
    expect(await run()).to.equal(1);
    expect(await read(operator, id)).to.include({
      ...{
        state: 'done',
        received: '4',
        processed: '4',
        created: '2',
        changed: '0',
        unchanged: '0',
        refused: '2',
        problem: null,
      },
    });
    const names = (await operator.get('/addresses/all/')).records.map(({ ip, hostname }) => `${ip} ${hostname}`);
    expect(names).to.deep.equal(['10.0.0.1 one', '10.0.0.3 three']);
    const { records } = await operator.get(`/imports/${id}/refused/`);
    expect(records).to.deep.equal([
      { row: '3', column: 'IP address', message: 'Invalid ip: an IP address expected' },
      { row: '5', column: 'IP address', message: 'IP address already exists' },
    ]);
    const csv = await operator.get(`/imports/${id}/refused/?format=csv`);
    expect(csv.text.replace(/^\uFEFF/, '').split('\r\n')).to.deep.equal([
      'IP address,Name,problem',
      '10.0.0.300,two,IP address: Invalid ip: an IP address expected',
      '10.0.0.1,again,IP address: IP address already exists',
      '',
    ]);
    const inGerman = operator.with({ headers: { 'Hexipam-Language': 'de' }, mismatch: async () => undefined });
    const [german] = (await inGerman.get(`/imports/${id}/refused/`)).records;
    expect(german?.message).to.equal('Ungültiger Wert für ip: eine IP-Adresse wird erwartet');
    expect((await inGerman.get(`/imports/${id}/refused/?format=csv`)).text).to.include('eine IP-Adresse wird erwartet');
  });

  it('ignore empty rows, but include them in row numbers, and limit the list of refused rows', async () => {
    const id = await create(operator);
    const text = 'ip;hostname\n10.0.0.300;a\n\n;\n10.0.0.301;b\n10.0.0.1;c\n';
    expect((await addCsv(operator, id, text)).record.received).to.equal('3');
    await start(operator, id);
    await run();
    expect(await read(operator, id)).to.include({ state: 'done', processed: '3', created: '1', refused: '2' });
    const rowsOf = async (query: string) =>
      (await operator.get(`/imports/${id}/refused/${query}`)).records.map(({ row }) => Number(row));
    expect(await rowsOf('')).to.deep.equal([2, 5]);
    expect(await rowsOf('?limit=1')).to.deep.equal([2]);
    expect(await rowsOf('?limit=7')).to.deep.equal([2, 5]);
    for (const limit of ['0', '-1', 'x'])
      expect((await operator.get(`/imports/${id}/refused/?limit=${limit}`)).status, limit).to.equal(400);
  });

  it('use the permissions that the author has when the rows are written', async () => {
    const id = await create(operator);
    await addRows(operator, id, ['ip'], [['10.0.0.1'], ['10.9.0.1']]);
    await start(operator, id);
    await run();
    expect(await read(operator, id)).to.include({ state: 'done', created: '1', refused: '1' });
    const later = await create(operator);
    await addRows(operator, later, ['ip'], [['10.0.0.2']]);
    await start(operator, later);
    await admin.patch('/subnets/1/permissions/', { Operators: 'ro' });
    await run();
    expect(await read(operator, later)).to.include({ state: 'done', created: '0', refused: '1' });
    expect((await operator.get(`/imports/${later}/refused/`)).records[0]?.message).to.be.a('string');
  });

  it('fail for an error that concerns all rows, and continue after its correction', async () => {
    const id = await create(operator, { section: 'Nowhere' });
    await addRows(operator, id, ['ip'], [['10.0.0.1']]);
    await start(operator, id);
    await run();
    const failed = await read(operator, id);
    expect(failed).to.include({ state: 'failed', processed: '0' });
    expect(failed.problem).to.match(/section/i);
    await admin.post('/sections/', { name: 'Nowhere', permissions: { 2: 2 } });
    expect((await start(operator, id)).record).to.include({ state: 'running', problem: null });
    await run();
    expect(await read(operator, id)).to.include({ state: 'done', refused: '1' });
  });

  it('stop, continue with the remaining rows, and can be deleted unless they run', async () => {
    const id = await create(operator);
    await addRows(operator, id, ['ip'], [['10.0.0.1']]);
    const early = await operator.post(`/imports/${id}/stop/`, {});
    expect(early.summary, 'import.state').to.equal('409 The state of the import is receiving');
    await start(operator, id);
    expect((await start(operator, id)).summary).to.equal('409 The state of the import is running');
    expect((await operator.delete(`/imports/${id}/`)).summary).to.equal('409 The state of the import is running');
    expect((await operator.post(`/imports/${id}/stop/`, {})).record.state).to.equal('stopped');
    expect(await run()).to.equal(0);
    expect(await read(operator, id)).to.include({ state: 'stopped', processed: '0' });
    const more = await addRows(operator, id, ['ip'], [['10.0.0.2']]);
    expect(more.summary).to.equal('409 The state of the import is stopped');
    await start(operator, id);
    await run();
    expect(await read(operator, id)).to.include({ state: 'done', created: '1' });
    expect((await operator.delete(`/imports/${id}/`)).summary).to.equal('200');
    expect((await operator.get(`/imports/${id}/`)).summary).to.equal(`404 There is no import ${id}`);
    expect((await operator.get('/addresses/all/')).records).to.have.lengthOf(1);
  });

  it('are visible only to their author', async () => {
    const id = await create(operator);
    const unknown = `404 There is no import ${id}`;
    for (const path of ['', 'refused/']) expect((await admin.get(`/imports/${id}/${path}`)).summary).to.equal(unknown);
    for (const path of ['start/', 'stop/']) expect((await admin.post(`/imports/${id}/${path}`, {})).summary).to.equal(unknown);
    expect((await addRows(admin, id, ['ip'], [['10.0.0.1']])).summary).to.equal(unknown);
    expect((await admin.delete(`/imports/${id}/`)).summary).to.equal(unknown);
    expect((await admin.get('/imports/')).records).to.deep.equal([]);
    expect((await operator.get('/imports/')).records.map((job) => job.id)).to.deep.equal([id]);
  });

  it('refuse read-only applications and keys', async () => {
    const reader = await server.signIn('operator', 'read');
    expect((await reader.post('/imports/', { kind: 'address' })).summary).to.equal('401 invalid permissions');
    const { record } = await operator.post('/keys/', { name: 'all', scopes: ['*:write'] });
    const withKey = server.unauthenticated('main').with({ token: String(record.key) });
    expect((await withKey.get('/imports/')).status).to.equal(403);
    expect((await withKey.post('/imports/', { kind: 'address' })).status).to.equal(403);
  });

  it('report invalid input immediately', async () => {
    expect((await operator.post('/imports/', { kind: 'nothing' })).status).to.equal(400);
    expect((await operator.post('/imports/', {})).status).to.equal(400);
    expect((await operator.post('/imports/', { kind: 'address', state: 'done' })).status).to.equal(400);
    const id = await create(operator);
    expect((await addRows(operator, id, ['ip', 'nonsense'], [['10.0.0.1', 'x']])).summary).to.equal(
      '400 Invalid column nonsense: the records have no such field',
    );
    expect((await addRows(operator, id, ['ip', 'IP address'], [['10.0.0.1', 'x']])).status).to.equal(400);
    await addRows(operator, id, ['ip'], [['10.0.0.1']]);
    expect((await addRows(operator, id, ['ip', 'hostname'], [['10.0.0.2', 'x']])).summary).to.equal(
      '400 Invalid table: the columns differ from those of the earlier rows',
    );
    for (const first of ['0', '-1', 'x', '99999999999'])
      expect((await addRows(operator, id, ['ip'], [['10.0.0.2']], { first_row: first })).status, first).to.equal(400);
    expect((await read(operator, id)).received).to.equal('1');
    expect((await operator.get(`/imports/${id}/refused/?format=xml`)).status).to.equal(400);
  });

  it('add the rows of a request with an idempotency key once', async () => {
    const id = await create(operator);
    const send = () =>
      operator.send({
        ...{ method: 'POST', target: `/imports/${id}/rows/`, body: JSON.stringify({ columns: ['ip'], rows: [['10.0.0.1']] }) },
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'rows-1' },
      });
    expect([(await send()).status, (await send()).status]).to.deep.equal([200, 200]);
    expect((await read(operator, id)).received).to.equal('1');
  });

  it('import subnets and their links, with the rows that are valid', async () => {
    const id = await create(admin, { kind: 'subnet', section: 'Lab' });
    const rows = [
      ['10.20.0.0/16', 'site'],
      ['10.20.1.0/33', 'wrong'],
      ['10.20.1.0/24', 'floor'],
    ];
    await addRows(admin, id, ['subnet', 'description'], rows);
    await start(admin, id);
    await run();
    expect(await read(admin, id)).to.include({ state: 'done', created: '2', refused: '1', processed: '3' });
    const found = await admin.get('/subnets/cidr/10.20.1.0/24/');
    expect(found.records[0]?.masterSubnetId).not.to.equal('0');
  });

  it('replace the oldest ended import when a user has the maximum number', async () => {
    const first = await create(operator);
    for (let made = 1; made < maxImportsOfUser; made++) await create(operator);
    const refused = await operator.post('/imports/', { kind: 'address' });
    expect(refused.summary).to.equal(
      `400 import: cannot be added: ${maxImportsOfUser} imports have not ended, the maximum: wait, or stop one of them`,
    );
    await start(operator, first);
    await run();
    expect(await create(operator)).not.to.equal('undefined');
    expect((await operator.get(`/imports/${first}/`)).status).to.equal(404);
    expect((await operator.get('/imports/')).records).to.have.lengthOf(maxImportsOfUser);
  });
});
