import { expect } from 'chai';
import { Answer, type ApiClient, type RawRequest } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { type Register, readRegister } from '../support/naive-register.js';
import { exchangeBytes } from '../support/raw-http.js';
import { makeWorld } from '../support/sample-world.js';
import { faultsInAnswer } from '../support/sound-answer.js';

const types = { json: 'application/json', xml: 'application/xml', form: 'application/x-www-form-urlencoded' } as const;

const malformedJson = [
  '{',
  '}',
  '[',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '{"a":1} x',
  '{a:1}',
  '"text"',
  '1',
  'true',
  'null',
  'NaN',
  '\u0000',
  '{"a":"\n"}',
  '[[[[',
  '/*x*/{}',
];
const deepJson = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
const malformedXml = [
  '<',
  '<a',
  '<a>',
  '</a>',
  '<a></b>',
  '<a><b></a></b>',
  'text',
  '<a/><b/>',
  '<a>&nope;</a>',
  '<a>&#0;</a>',
  '<1/>',
  '<?xml version="1.0"?>',
  '{"a":1}',
  '<a b=1/>',
];
const entityBomb = `<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
  .join('')}]><z><name>&j;</name></z>`;
const outsideEntity = '<?xml version="1.0"?><!DOCTYPE z [<!ENTITY x SYSTEM "file:///etc/passwd">]><z><name>&x;</name></z>';
const parameterEntity = '<!DOCTYPE z [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;]><z><name>abc</name></z>';
const deepXml = `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`;

/** Bytes that are not UTF-8: a lone continuation, a cut sequence, an overlong slash, Latin-1. */
const notUtf8 = [[0x80], [0xe2, 0x82], [0xc0, 0xaf], [0xe9, 0x74, 0xe9]];

describe('A service that gets malformed requests', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let client: ApiClient;
  let stored: Register;

  before(async () => {
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url });
    client = await service.signIn();
  });

  after(async () => {
    client?.close();
    await service?.stop();
    await database?.drop();
  });

  beforeEach(async () => {
    await makeWorld(client);
    stored = await readRegister(client);
  });

  afterEach('nothing is written, and the service answers as usual', async () => {
    expect(await readRegister(client)).to.deep.equal(stored);
    expect(service.complaints).to.deep.equal([]);
  });

  /** Sends bodies to POST /sections/ and expects the same error for all. */
  async function expectRefusal(type: string, bodies: readonly (string | Buffer)[], summary: string | RegExp): Promise<void> {
    for (const body of bodies) {
      const answer = await client.send({ method: 'POST', target: '/sections/', headers: { 'Content-Type': type }, body });
      const message = /<message>(.*?)<\/message>/.exec(answer.text)?.[1];
      expect(message === undefined ? answer.summary : `${answer.status} ${message}`, String(body).slice(0, 100)).to.match(
        summary instanceof RegExp ? summary : new RegExp(`^${summary}$`),
      );
      expect(await faultsInAnswer(answer)).to.deep.equal([]);
      expect(answer.text).not.to.match(/root:/);
    }
  }

  async function expectSound(request: RawRequest, status: number): Promise<Answer> {
    const answer = await client.send(request);
    expect(answer.status, request.target.slice(0, 100)).to.equal(status);
    expect(await faultsInAnswer(answer)).to.deep.equal([]);
    return answer;
  }

  it('refuses malformed JSON with 400', () => expectRefusal(types.json, malformedJson, /^400 Invalid JSON: /));

  it('refuses JSON that is nested too deeply with 400', () => expectRefusal(types.json, [deepJson], /^400 Invalid JSON: /));

  it('refuses malformed XML with 400', () => expectRefusal(types.xml, [...malformedXml, deepXml], '400 Invalid XML'));

  it('refuses bodies of too many elements, or of too many names, with 400', async () => {
    const many = '400 Request has more than 10000 elements';
    const names = Array.from({ length: 1001 }, (_, index) => `a${index}`);
    const tooManyNames = '400 Request has more than 1000 different names';
    await expectRefusal(types.json, [`[${'1,'.repeat(500_000)}1]`], many);
    await expectRefusal(types.xml, [`<r>${'<a/>'.repeat(200_000)}</r>`], many);
    await expectRefusal(types.form, ['a&'.repeat(500_000)], many);
    await expectRefusal(types.json, [JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))], tooManyNames);
    await expectRefusal(types.xml, [`<r>${names.map((name) => `<${name}/>`).join('')}</r>`], tooManyNames);
    await expectRefusal(types.form, [names.join('&')], tooManyNames);
  });

  it('refuses XML with its own entities of any kind with 400', () =>
    expectRefusal(types.xml, [entityBomb, outsideEntity, parameterEntity], '400 Invalid XML'));

  it('refuses malformed forms with 400', () =>
    expectRefusal(types.form, ['name=%', 'name=%zz', 'name=%C3%28', '%ff=1'], '400 Invalid character encoding'));

  it('refuses bodies that are not UTF-8 with 400', async () => {
    for (const bytes of notUtf8.map((codes) => Buffer.from(codes))) {
      await expectRefusal(
        types.json,
        [Buffer.concat([Buffer.from('{"name":"abc'), bytes, Buffer.from('"}')])],
        '400 Invalid character encoding',
      );
      await expectRefusal(types.form, [Buffer.concat([Buffer.from('name=abc'), bytes])], '400 Invalid character encoding');
      await expectRefusal(
        types.xml,
        [Buffer.concat([Buffer.from('<a><name>abc'), bytes, Buffer.from('</name></a>')])],
        '400 Invalid character encoding',
      );
    }
    await expectRefusal(
      types.json,
      [Buffer.from('\ufeff{"name":"abc"}', 'utf16le'), '{"name":"abc\\ud800"}'],
      /^400 Invalid (character encoding|JSON: Syntax error)$/,
    );
  });

  it('refuses a body of 10 MB with 413, or with 415 for an unknown content type', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 'x');
    for (const type of Object.values(types)) {
      for (const method of ['POST', 'PATCH', 'DELETE', 'GET']) {
        await expectSound({ method, target: '/sections/', headers: { 'Content-Type': type }, body: large }, 413);
      }
    }
    await expectSound({ method: 'POST', target: '/sections/', body: large }, 413);
    await expectSound({ method: 'POST', target: '/sections/', headers: { 'Content-Type': 'image/png' }, body: large }, 415);
  });

  it('refuses unknown content types with 415, and accepts known ones with parameters and in any case', async () => {
    for (const type of [
      'text/xml',
      'text/plain',
      'application/json-patch+json',
      'multipart/form-data; boundary=x',
      'x',
      '*/*',
      'application/jsonx',
      '__proto__',
      'constructor',
    ]) {
      await expectSound({ method: 'POST', target: '/sections/', headers: { 'Content-Type': type }, body: '{"name":"abc"}' }, 415);
      await expectSound({ method: 'GET', target: '/sections/', headers: { 'Content-Type': type } }, 415);
    }
    await expectSound(
      { method: 'GET', target: '/sections/', headers: { 'Content-Type': 'Application/JSON ; charset=utf-8' } },
      200,
    );
  });

  it('returns 501 for unknown methods', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'MKCOL', 'M-SEARCH', 'PURGE', 'LOCK'])
      await expectSound({ method, target: '/sections/' }, 501);
    for (const method of ['TRACEX', 'get', 'Post', 'FOO', 'X'.repeat(5_000)]) {
      await expectBytes(`${method} /api/default/sections/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 501);
    }
  });

  it('accepts any number of slashes that fits into a request, and refuses more with a 4xx', async () => {
    await expectSound({ method: 'GET', target: `${'/'.repeat(10_000)}sections${'/'.repeat(10_000)}` }, 200);
    await expectBytes(`GET /api/default${'/'.repeat(100_000)}sections/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 431);
    await expectBytes(
      `GET /api/default/sections/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\nConnection: close\r\n\r\n`,
      431,
    );
    await expectSound({ method: 'GET', target: `/subnets/${'0/'.repeat(50)}` }, 404);
  });

  it('refuses a path of more than 64 segments with 400', () =>
    expectSound({ method: 'GET', target: `/subnets/${'0/'.repeat(10_000)}` }, 400));

  it('refuses control characters and bad escapes in paths and queries with 400', async () => {
    for (const segment of [
      '%00',
      'a%00b',
      '%01',
      '%0a',
      '%0d%0aX-Injected:1',
      '%7f',
      '%c2%85',
      '%',
      '%zz',
      '%ff',
      '%c0%af',
      '%ed%a0%80',
    ]) {
      const answer = await expectSound({ method: 'GET', target: `/sections/${segment}/` }, 400);
      expect(answer.headers).not.to.have.property('x-injected');
    }
    for (const query of ['filter_by=%', 'filter_by=%ff', '%zz=1', 'links=%c0%af'])
      await expectSound({ method: 'GET', target: `/sections/?${query}` }, 400);
  });

  it('returns an envelope for invalid or unusual HTTP', async () => {
    const head = 'POST /api/default/sections/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    await expectBytes('HELLO\r\n\r\n', 501);
    await expectBytes('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', 501);
    await expectBytes('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404);
    await expectBytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400);
    await expectBytes('GET /api/default/sections/ HTTP/9.9\r\nHost: x\r\n\r\n', 400);
    await expectBytes('GET /api/default/sec tions/ HTTP/1.1\r\nHost: x\r\n\r\n', 400);
    await expectBytes('GET /api/default/\u0000/ HTTP/1.1\r\nHost: x\r\n\r\n', 400);
    await expectBytes('GET /api/default/sections/ HTTP/1.1\r\nHost: x\r\nBad\u0000Name: 1\r\n\r\n', 400);
    await expectBytes('GET /api/default/sections/ HTTP/1.1\r\nConnection: close\r\n\r\n', 401);
    await expectBytes(`${head}Expect: the-unexpected\r\nContent-Length: 0\r\n\r\n`, 401);
    await expectBytes(`${head}Content-Length: -1\r\n\r\n`, 400);
    await expectBytes(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400);
    await expectBytes(`${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`, 400);
    await expectBytes(
      `${head}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\ntoken: ${'x'.repeat(24)}\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      400,
    );
  });

  async function expectBytes(bytes: string, status: number): Promise<void> {
    const answer = await exchangeBytes(service.url, bytes);
    expect(answer, `an answer to ${bytes.slice(0, 60)}`).to.be.instanceOf(Answer);
    if (!answer) return;
    expect(answer.status, bytes.slice(0, 90)).to.equal(status);
    expect(await faultsInAnswer(answer)).to.deep.equal([]);
  }
});
