import { expect } from 'chai';
import { answerFor } from '../../../adapters/http/error-table.js';
import { RequestError } from '../../../adapters/http/request-error.js';
import { reportRefused } from '../../../adapters/http/routes/rows/report.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { InterruptedRowsError } from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

interface Report {
  readonly imported: boolean;
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly written: number;
  readonly mistakes: readonly { row: number; column: string | null; message: string }[];
  readonly ignored: readonly string[];
  readonly source: Readonly<Record<string, unknown>>;
}

/** The reported source of rows in JSON. */
const jsonSource = { format: 'json', encoding: null, delimiter: null, headerRow: 0, sheet: null, preset: null };

/** The report of an answer. An application may print numbers as texts. */
function reportOf(answer: Answer): Report {
  const numeric = (name: string, value: unknown): unknown =>
    name !== 'column' && name !== 'message' && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return JSON.parse(JSON.stringify(answer.envelope.data ?? answer.text), numeric) as Report;
}

describe('POST /rows/', () => {
  let server: ApiServer;
  let client: ApiClient;
  beforeEach(async () => {
    server = await ApiServer.start();
    client = server.client;
    await client.post('/sections/', { name: 'Lab' });
    await client.post('/subnets/', { sectionId: 1, subnet: '10.0.0.0', mask: 16 });
  });
  afterEach(() => server.close());

  const rows = (kind: RowKind, body: object, query = ''): Promise<Answer> => client.post(`/rows/${kind}/${query}`, body);
  const csv = (kind: string, text: string | Buffer, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
    client.send({
      method: 'POST',
      target: `/rows/${kind}/${query}`,
      headers: { 'Content-Type': 'text/csv', ...headers },
      body: text,
    });
  const addresses = async (): Promise<readonly string[]> => {
    const { records } = await client.get('/addresses/all/');
    return (records ?? []).map(({ ip, hostname }) => `${ip} ${hostname ?? ''}`.trim());
  };

  it('creates the records of rows in JSON and reports how many', async () => {
    const answer = await rows('address', {
      columns: ['ip', 'hostname'],
      rows: [
        ['10.0.0.1', 'one'],
        ['10.0.0.2', 'two'],
      ],
    });
    expect(answer.status).to.equal(200);
    expect(reportOf(answer)).to.deep.equal({
      ...{ imported: true, rows: 2, created: 2, changed: 0, unchanged: 0, refused: 0, written: 2, mistakes: [], ignored: [] },
      ...{ skipped: 0, skippedRows: [], added: 0, addedRecords: [] },
      source: jsonSource,
    });
    expect(await addresses()).to.deep.equal(['10.0.0.1 one', '10.0.0.2 two']);
  });

  it('changes existing records with update=1, and returns 409 with the report without it', async () => {
    const body = { columns: ['ip', 'hostname'], rows: [['10.0.0.1', 'one']] };
    await rows('address', body);
    const conflict = await rows('address', { ...body, rows: [['10.0.0.1', 'other']] });
    expect(conflict.summary, 'rows.conflict').to.equal('409 1 of 1 rows have errors: nothing was written');
    expect(reportOf(conflict).mistakes).to.deep.equal([{ row: 2, column: 'ip', message: 'IP address already exists' }]);
    const changed = await rows('address', { ...body, rows: [['10.0.0.1', 'other']], update: 1 });
    expect(reportOf(changed)).to.deep.include({ created: 0, changed: 1 });
    expect(await addresses()).to.deep.equal(['10.0.0.1 other']);
  });

  it('writes nothing when a row has an error, and returns 400 with row, column and text of each error', async () => {
    const text = 'IP address,Name\n10.0.0.1,one\n10.0.0,two\n192.0.2.1,three\n';
    const answer = await csv('address', text, '?mapping[Name]=hostname');
    expect(answer.summary, 'rows.refused').to.equal('400 2 of 3 rows have errors: nothing was written');
    expect(reportOf(answer)).to.deep.include({ imported: false, rows: 3, refused: 2, written: 0 });
    expect(reportOf(answer).mistakes.map(({ row, column }) => [row, column])).to.deep.equal([
      [3, 'IP address'],
      [4, 'IP address'],
    ]);
    expect(await addresses()).to.deep.equal([]);
  });

  it('maps columns by a list of names, where - skips a column', async () => {
    const text = 'x,x,Floor\n10.0.0.1,one,2\n';
    const answer = await csv('address', text, '?mapping[]=ip&mapping[]=hostname&mapping[]=-');
    expect(reportOf(answer)).to.deep.include({ created: 1, ignored: ['Floor'] });
    const refusedAnswer = await csv('address', text, '?mapping[]=ip');
    expect(refusedAnswer.summary).to.equal('400 Invalid table: the mapping has 1 columns, but the table has 3');
  });

  for (const [name, bytes] of Object.entries({
    'a line sep=;': Buffer.from('sep=;\r\nip;hostname\r\n10.0.0.1;größe\r\n'),
    'Windows-1252': Buffer.from('ip;hostname\n10.0.0.1;größe\n', 'latin1'),
    'UTF-16': Buffer.from('\ufeffip\thostname\n10.0.0.1\tgröße\n', 'utf16le'),
  }))
    it(`reads a file with ${name}`, async () => {
      const answer = await csv('address', bytes);
      expect(answer.status, answer.text).to.equal(200);
      expect(await addresses()).to.deep.equal(['10.0.0.1 größe']);
    });

  it('refuses an unclosed quotation mark, and reports the row in which it opens', async () => {
    const answer = await csv('address', 'ip,description\n10.0.0.1,"open\n10.0.0.2,two\n');
    expect(answer.summary).to.equal('400 Invalid table: row 2: a quotation mark is not closed');
    expect(await addresses()).to.deep.equal([]);
  });

  it('prints the numbers of a report as texts or numbers on request, also when rows are refused', async () => {
    const body = { columns: ['ip', 'hostname'], rows: [['10.0.0.1', 'web']] };
    await rows('address', body);
    for (const [style, type] of [
      ['1', 'string'],
      ['0', 'number'],
    ] as const) {
      const styled = client.with({ headers: { 'api-stringify-results': style } });
      for (const path of ['/rows/address/?update=1', '/rows/address/']) {
        const { data } = (await styled.post(path, body)).envelope as { data: Record<string, unknown> };
        for (const name of ['rows', 'refused', 'written', 'skipped']) expect(data[name], `${path} ${name}`).to.be.a(type);
      }
    }
  });

  it('refuses a row with more cells than there are columns', async () => {
    const answer = await csv('address', 'ip\n10.0.0.1\n10.0.0.2,extra\n');
    expect(reportOf(answer).mistakes).to.deep.equal([
      { row: 3, column: null, message: 'has 2 cells, where there are 1 columns' },
    ]);
  });

  it('checks rows with dry_run=1, and writes nothing', async () => {
    const answer = await csv('address', 'ip\n10.0.0.1\n', '?dry_run=1');
    expect(answer.envelope).to.deep.include({ code: 200, dry_run: true });
    expect(reportOf(answer)).to.deep.include({ imported: false, created: 1 });
    expect(await addresses()).to.deep.equal([]);
  });

  it('writes once with an Idempotency-Key, in one transaction or in several', async () => {
    for (const query of ['', '?batches=1']) {
      const ip = query === '' ? '10.0.0.1' : '10.0.0.2';
      const send = (text: string) => csv('address', text, query, { 'Idempotency-Key': `key${query}` });
      expect(reportOf(await send(`ip\n${ip}\n`)).created).to.equal(1);
      const again = await send(`ip\n${ip}\n`);
      expect(again.headers['idempotent-replayed']).to.equal('true');
      expect(reportOf(again).created).to.equal(1);
      expect((await send('ip\n10.0.0.9\n')).status).to.equal(422);
    }
    expect(await addresses()).to.deep.equal(['10.0.0.1', '10.0.0.2']);
  });

  it('writes more than 4096 rows only with batches=1, and only addresses', async () => {
    const text = `ip\n${Array.from({ length: 5000 }, (_, index) => `10.0.${index >> 8}.${index & 255 || 1}`).join('\n')}`;
    const unique = [...new Set(text.split('\n'))].join('\n');
    expect((await csv('address', unique)).summary).to.contain('400 Invalid table: more than 4096 rows');
    const answer = await csv('address', unique, '?batches=1');
    expect(answer.status, answer.text).to.equal(200);
    expect(reportOf(answer)).to.deep.include({ imported: true, refused: 0 });
    expect((await rows('section', { columns: ['name'], rows: [['Three']], batches: 1 })).summary).to.equal(
      '400 Invalid table: only addresses can be written batch by batch',
    );
  });

  it('uses the given section and VRF for rows without their own', async () => {
    await client.post('/vrfs/', { name: 'Blue' });
    const answer = await csv('subnet', 'subnet\n10.9.0.0/24\n', '?section=Lab&vrf=Blue');
    expect(answer.status, answer.text).to.equal(200);
    const [subnet] = (await client.get('/subnets/cidr/10.9.0.0/24/')).records;
    expect(subnet).to.deep.include({ vrfId: '1' });
    expect((await csv('subnet', 'subnet\n10.9.1.0/24\n', '?section=Nowhere')).summary).to.equal(
      '400 Invalid section: Nowhere does not exist',
    );
  });

  it('refuses malformed tables', async () => {
    expect((await csv('racks', 'name\nx\n')).summary, 'rows.kind').to.match(
      /^404 There are no rows of racks: one of section, customer/,
    );
    expect((await rows('address', {})).summary, 'rows.table').to.equal('400 Invalid table: columns must be a list of names');
    expect((await rows('address', { columns: ['ip'] })).summary).to.match(/^400 Invalid table: rows must be a list/);
    expect((await rows('address', { columns: ['ip'], rows: [1] })).summary).to.equal(
      '400 Invalid table: rows[0] must be a list of cells',
    );
    expect((await rows('address', { columns: ['ip', 'IP address'], rows: [] })).summary).to.equal(
      '400 Invalid table: the columns ip and IP address have the same meaning',
    );
    expect((await csv('address', '\n')).summary).to.match(/^400 Invalid table: the file has no header row/);
    expect((await csv('address', 'ip,weight\n10.0.0.1,3\n')).summary, 'rows.column').to.equal(
      '400 Invalid column weight: the records have no such field',
    );
    expect((await csv('address', 'ip\n10.0.0.1\n', '?update=perhaps')).status).to.equal(400);
    expect((await csv('address', `ip\n${'1'.repeat(1024 * 1024)}`)).status).to.equal(413);
  });

  it('refuses titles of more than 256 characters and more than 1,000 columns, in CSV and JSON', async () => {
    const long = 'x'.repeat(257);
    const problem = '400 Invalid table: the title of column 2 has more than 256 characters';
    expect((await csv('address', `ip,${long}\n10.0.0.1,a\n`)).summary).to.equal(problem);
    expect((await rows('address', { columns: ['ip', long], rows: [] })).summary).to.equal(problem);
    expect((await csv('address', `${'ip,'.repeat(1001)}\n10.0.0.1\n`)).summary).to.contain('more than 1000 columns');
    expect((await rows('address', { columns: Array(1001).fill('ip'), rows: [] })).summary).to.equal(
      '400 Invalid table: more than 1000 columns',
    );
  });

  it('is the only controller that accepts text/csv', async () => {
    const answer = await client.send({
      method: 'POST',
      target: '/addresses/',
      headers: { 'Content-Type': 'text/csv' },
      body: 'ip',
    });
    expect(answer.summary).to.equal('415 Invalid Content type text/csv');
  });

  it('requires authentication and the right to write', async () => {
    const body = { columns: ['name'], rows: [['Three']] };
    expect((await server.unauthenticated('main').post('/rows/section/', body)).status).to.equal(401);
    expect((await server.on('read').post('/rows/section/', body)).status).to.be.oneOf([401, 403]);
    const guest = await server.signIn('guest', 'main');
    const denied = await guest.post('/rows/vlan/', { columns: ['number', 'name'], rows: [[7, 'seven']] });
    expect(denied.summary).to.equal('403 Insufficient permissions');
    expect(reportOf(denied)).to.deep.include({ imported: false, refused: 1 });
  });

  it('returns the columns of a kind, and the column of each title of a file', async () => {
    const { record } = await client.get(
      '/rows/address/columns/?titles[]=IP%20address&titles[]=Gateway&titles[]=Floor&titles[]=ip',
    );
    expect(record.titles).to.deep.equal([
      { title: 'IP address', column: 'ip' },
      { title: 'Gateway', column: 'is_gateway' },
      { title: 'Floor', column: null },
      { title: 'ip', column: null },
    ]);
    const columns = record.columns as readonly { name: string }[];
    expect(columns.find(({ name }) => name === 'ip')).to.deep.equal({
      ...{ name: 'ip', aliases: ['ipaddress', 'ipaddr', 'address'], isRequired: true, refersTo: null },
    });
    expect(columns.find(({ name }) => name === 'deviceId')).to.deep.include({
      refersTo: 'device',
      aliases: ['device', 'switch'],
    });
  });

  it('reads an export of another program by its preset, and reports the format of the file', async () => {
    const text =
      'Addresses\n\nIP Address;VRF;Status;Role;Tenant;Assigned;DNS Name\n10.0.0.7/16;Global;DHCP;;;True;seven.example\n';
    const answer = await csv('address', text, '', { 'Content-Type': 'application/octet-stream' });
    expect(reportOf(answer)).to.deep.include({
      created: 1,
      ignored: ['Role', 'Assigned'],
      source: { format: 'csv', encoding: 'UTF-8', delimiter: ';', headerRow: 3, sheet: null, preset: 'netbox' },
    });
    expect(await addresses()).to.deep.equal(['10.0.0.7 seven.example']);
    const without = await csv('address', text, '?preset=none&update=1');
    expect(without.summary).to.match(/^400 .*(Role|Assigned)/);
  });

  it('accepts a stored mapping in the JSON body and in the query, and skips unknown columns on request', async () => {
    const map = { columns: { Host: 'hostname' }, values: { tag: { offline: 'Offline' } }, skipUnknown: true };
    const body = { columns: ['ip', 'Host', 'tag', 'Room'], rows: [['10.0.0.1', 'one', 'OFFLINE', '7']], map };
    expect(reportOf(await rows('address', body))).to.deep.include({ created: 1, ignored: ['Room'] });
    const query = `?update=1&map=${encodeURIComponent(JSON.stringify(map))}`;
    expect(reportOf(await csv('address', 'ip,Host\n10.0.0.1,one\n', query))).to.deep.include({ unchanged: 1 });
    expect(reportOf(await csv('address', 'ip,Room\n10.0.0.2,7\n', '?skip_unknown=1'))).to.deep.include({ created: 1 });
    for (const [invalidQuery, problem] of [
      ['?map=[1', 'map is not JSON'],
      ['?map={"columns":{"Hosts":"ip"}}', 'the file has no column Hosts; it has ip'],
      ['?map={"other":1}', 'a mapping can contain only preset, columns, values, skipUnknown, not other'],
      ['?preset=other', 'there is no preset other; known are phpipam, netbox, efficientip, solarwinds, none'],
    ] as const)
      expect((await csv('address', 'ip\n10.0.0.3\n', encodeURI(invalidQuery))).summary).to.equal(`400 Invalid table: ${problem}`);
  });

  it('detects the preset from titles, unless the request names one', async () => {
    const { record } = await client.get('/rows/vlan/columns/?titles[]=VID&titles[]=Name&titles[]=Status');
    expect(record).to.deep.include({ preset: 'netbox', presets: ['netbox'] });
    expect(record.titles).to.deep.equal([
      { title: 'VID', column: 'number' },
      { title: 'Name', column: 'name' },
      { title: 'Status', column: null },
    ]);
    expect((await client.get('/rows/vlan/columns/?titles[]=VID&preset=none')).record.preset).to.equal(null);
    expect((await client.get('/rows/vlan/columns/?preset=phpipam')).status).to.equal(400);
  });

  it('exports records as CSV and JSON, and imports the CSV again', async () => {
    await rows('address', { columns: ['ip', 'hostname'], rows: [['10.0.0.1', 'one']] });
    const answer = await client.send({ method: 'GET', target: '/rows/address/', headers: { Accept: 'text/csv' } });
    expect(answer.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(answer.text).to.match(/^section,vrf,subnet,ip,.*\r\nLab,,10\.0\.0\.0\/16,10\.0\.0\.1,/);
    expect(reportOf(await csv('address', answer.text, '?update=1'))).to.deep.include({ rows: 1, unchanged: 1 });
    expect((await client.get('/rows/address/?format=csv')).text).to.equal(answer.text);
    const [record] = (await client.get('/rows/address/?section=Lab')).records;
    expect(record).to.deep.include({ section: 'Lab', ip: '10.0.0.1', hostname: 'one' });
    expect((await client.get('/rows/address/?format=pdf')).summary, 'rows.format').to.equal(
      '400 Invalid format: json or csv expected',
    );
  });

  it('returns 503 with the number of written rows when the database fails between batches', async () => {
    const failed = new InterruptedRowsError(150, new StorageError('gone', 'unavailable'));
    const error = await reportRefused(() => Promise.reject(failed), { language: undefined }).catch((thrown: unknown) => thrown);
    expect(RequestError.is(error, 'rows.interrupted')).to.equal(true);
    expect(answerFor(error)).to.deep.equal({
      ...{ error: 'rows.interrupted', status: 503, retryAfter: 2 },
      message: 'The database failed: at least 150 rows were written and stay',
    });
  });
});
