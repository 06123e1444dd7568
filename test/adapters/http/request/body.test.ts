import { once } from 'node:events';
import { type IncomingHttpHeaders, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import { discardBody } from '../../../../adapters/http/pipeline/exchange.js';
import { bodyReader, contentTypeOf, isReadableContentType } from '../../../../adapters/http/pipeline/request/body.js';
import type { ServerState } from '../../../../adapters/http/pipeline/step.js';
import { RequestError } from '../../../../adapters/http/request-error.js';
import { maxBodyBytes, readLongForm, readLongJsonBody } from '../../../../adapters/http/wire/parameters.js';

/** Starts a server that answers each request with its parsed body. */
async function startReader(limit?: number): Promise<{ server: Server; port: number; outcomes: unknown[] }> {
  const outcomes: unknown[] = [];
  const read = bodyReader(limit);
  const app = new Koa<ServerState>().use(async (ctx) => {
    const outcome = await read(ctx).catch((error: unknown) => {
      if (RequestError.is(error)) return { refused: error.code };
      throw error;
    });
    outcomes.push(outcome);
    discardBody(ctx.req);
    ctx.body = JSON.stringify(outcome);
  });
  app.silent = true;
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, outcomes };
}

/** Reads a buffered body. @returns the turn of the event loop in which the read ended */
async function turnOfReading(body: string, turn: () => number): Promise<number> {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  request.method = 'POST';
  request.push(body);
  request.push(null);
  await bodyReader()(new Koa<ServerState>().createContext<ServerState>(request, new ServerResponse(request)));
  return turn();
}

describe('request bodies', () => {
  let server: Server;
  let port: number;
  let outcomes: unknown[];

  before(async () => {
    ({ server, port, outcomes } = await startReader());
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function read(body: string | Uint8Array, headers: IncomingHttpHeaders, method = 'POST'): Promise<unknown> {
    const content = Buffer.from(body);
    const head = Object.entries({ 'Content-Length': content.length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head.join('')}\r\n`);
    socket.write(content);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return JSON.parse(
      Buffer.concat(chunks)
        .toString()
        .split('\r\n\r\n')[1]
        ?.replace(/^[\da-f]+\r\n|\r\n0$/g, '') ?? '',
    );
  }

  const json = { 'Content-Type': 'application/json' };
  const xml = { 'Content-Type': 'application/xml' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const bodies: [name: string, body: string, headers: IncomingHttpHeaders, outcome: object][] = [
    ['JSON', '{"name":"é"}', json, { name: 'é' }],
    ['JSON with a charset', '{"name":"x"}', { 'Content-Type': 'Application/JSON ; charset=UTF-8' }, { name: 'x' }],
    ['JSON with a byte order mark', '\ufeff{"name":"x"}', json, { name: 'x' }],
    ['an empty JSON body', '', json, {}],
    ['malformed JSON', '{"name":', json, { refused: 'request.json' }],
    ['XML', '<r><name>x</name></r>', xml, { name: 'x' }],
    ['malformed XML', '<r>', xml, { refused: 'request.xml' }],
    ['a form', 'name=a+b&d=%C3%A9', form, { name: 'a b', d: 'é' }],
    ['JSON sent as a form', '{"name":"x"}', form, { '{"name":"x"}': '' }],
    ['a form without a content type', 'name=x', {}, { name: 'x' }],
    ['JSON without a content type', '{"name":"x"}', {}, { '{"name":"x"}': '' }],
    ['an empty content type', 'name=x', { 'Content-Type': '' }, { name: 'x' }],
    ['another type, unread', 'name=x', { 'Content-Type': 'text/plain' }, {}],
    ['text/xml, unread', '<r><a>1</a></r>', { 'Content-Type': 'text/xml' }, {}],
    ['a type named like an inherited member', 'name=x', { 'Content-Type': 'constructor' }, {}],
  ];
  for (const [name, body, headers, outcome] of bodies) {
    it(`reads ${name}`, async () => {
      expect(await read(body, headers)).to.deep.equal(outcome);
    });
  }

  it('ignores the body of GET without a content type, and reads it with one', async () => {
    expect(await read('{"id":1}', {}, 'GET')).to.deep.equal({});
    expect(await read('{"id":1}', json, 'GET')).to.deep.equal({ id: 1 });
  });

  it('ignores the body of OPTIONS', async () => {
    expect(await read('{"id":1}', {}, 'OPTIONS')).to.deep.equal({});
    expect(await read('{"id":1}', json, 'OPTIONS')).to.deep.equal({});
  });

  it('reads a body that is compressed with gzip, and refuses other encodings', async () => {
    const packed = gzipSync('{"name":"x"}');
    expect(await read(packed, { ...json, 'Content-Encoding': 'gzip' })).to.deep.equal({ name: 'x' });
    expect(await read('{}', { ...json, 'Content-Encoding': 'gzip' })).to.deep.equal({ refused: 'request.gzip' });
    expect(await read(packed, { ...json, 'Content-Encoding': 'br' })).to.deep.equal({ refused: 'request.contentEncoding' });
    expect(await read('{"id":1}', { ...json, 'Content-Encoding': 'none' })).to.deep.equal({ refused: 'request.contentEncoding' });
    expect(await read('{"id":1}', { ...json, 'Content-Encoding': 'Identity' })).to.deep.equal({ id: 1 });
  });

  it('closes the connection of an endless body', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
    const piece = Buffer.alloc(256 * 1024, 'x');
    while (!socket.destroyed) await new Promise((resolve) => socket.write(piece, resolve));
    expect(socket.bytesWritten).to.be.below(100_000_000);
  });

  it('reads a body in chunks of unknown length', async () => {
    const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked', ...json };
    const headers = Object.fromEntries(Object.entries(chunked).filter(([, value]) => value !== undefined));
    const socket = connect(port, '127.0.0.1');
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head.join('')}\r\n5\r\n{"a":\r\n`);
    setTimeout(() => socket.end('2\r\n1}\r\n0\r\n\r\n'), 20);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).to.contain('{"a":1}');
  });

  it('refuses bytes that are not UTF-8', async () => {
    for (const type of [json, xml, form])
      expect(await read(Buffer.from('{"a":"\xe9"}', 'latin1'), type)).to.deep.equal({ refused: 'request.encoding' });
    expect(await read(Buffer.from('1f8b0800', 'hex'), json)).to.deep.equal({ refused: 'request.encoding' });
  });

  it('accepts a body up to the limit and refuses one byte more', async () => {
    const text = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect(await read(text(maxBodyBytes), json)).to.have.property('a');
    expect(await read(text(maxBodyBytes + 1), json)).to.deep.equal({ refused: 'request.tooLarge' });
  });

  it('refuses a large chunked body without buffering it', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    for (let i = 0; i < 10; i++) socket.write(chunk);
    socket.end('0\r\n\r\n');
    const answer: Buffer[] = [];
    for await (const piece of socket) answer.push(piece);
    expect(Buffer.concat(answer).toString()).to.contain('request.tooLarge');
  });

  it('reads long forms and JSON in several turns of the event loop', async () => {
    let turn = 0;
    let counting = setImmediate(function count() {
      turn++;
      counting = setImmediate(count);
    });
    const turnsOf = async (read: Promise<unknown>): Promise<number> => {
      const before = turn;
      await read;
      return turn - before;
    };
    const form = await turnsOf(readLongForm(`a=${'%41'.repeat(40_000)}&`.repeat(8)));
    const json = await turnsOf(readLongJsonBody(JSON.stringify({ text: 'x'.repeat(100_000) })));
    clearImmediate(counting);
    expect(form).to.be.at.least(8);
    expect(json).to.be.at.least(2);
  });

  it('reads one long body per turn of the event loop', async () => {
    let turn = 0;
    let counting = setImmediate(function count() {
      turn++;
      counting = setImmediate(count);
    });
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    const turns = await Promise.all([1, 2, 3, 4].map(() => turnOfReading(body, () => turn)));
    clearImmediate(counting);
    expect(new Set(turns).size, String(turns)).to.equal(4);
  });

  it('fails with request.aborted when the client disconnects', async () => {
    const seen = outcomes.length;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
    setTimeout(() => socket.destroy(), 20);
    while (outcomes.length === seen) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(outcomes.at(-1)).to.deep.equal({ refused: 'request.aborted' });
  });

  it('serves the next request on the connection after an unread or too large body', async () => {
    const socket = connect(port, '127.0.0.1');
    const request = (type: string, body: string, close = '') =>
      `POST / HTTP/1.1\r\nHost: x\r\n${close}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.write(request('text/plain', 'x'.repeat(100_000)));
    socket.write(request('application/json', `"${'x'.repeat(2 * maxBodyBytes)}"`));
    socket.end(request('application/json', '{"last":1}', 'Connection: close\r\n'));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const answers = Buffer.concat(chunks).toString();
    expect(answers.match(/HTTP\/1.1 200/g)).to.have.length(3);
    expect(answers).to.contain('request.tooLarge').and.to.contain('{"last":1}');
  });
});

describe('content types', () => {
  const headers: [header: string | undefined, type: string, readable: boolean][] = [
    [undefined, '', true],
    ['', '', true],
    ['application/json', 'application/json', true],
    [' Application/XML;charset=utf-8', 'application/xml', true],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', true],
    ['text/xml', 'text/xml', false],
    ['text/csv', 'text/csv', false],
    ['multipart/form-data; boundary=x', 'multipart/form-data', false],
    ['__proto__', '__proto__', false],
  ];
  for (const [header, type, readable] of headers) {
    it(`${String(header)} is ${readable ? 'read' : 'not read'}`, () => {
      expect(contentTypeOf(header)).to.equal(type);
      expect(isReadableContentType(type, { controllerName: 'addresses' })).to.equal(readable);
    });
  }
});
