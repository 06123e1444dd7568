import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { HttpFailure, type HttpRequest, redactedLine } from '../../../application/ports/http-client.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/outcome/error-of.js';

describe('NodeHttpClient', () => {
  const client = new NodeHttpClient();
  let server: Server;
  let answer: RequestListener;
  const ports = new Set<number | undefined>();
  beforeEach(async () => {
    ports.clear();
    server = createServer((request, response) => {
      ports.add(request.socket.remotePort);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = (given: Partial<HttpRequest> = {}): HttpRequest => ({
    ...{ method: 'GET', url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), headers: {} },
    ...{ timeoutMs: 10_000, ...given },
  });
  const failureOf = async (given: Partial<HttpRequest>): Promise<string> =>
    (await errorOf((async () => (await client.send(request(given))).text(1000))(), HttpFailure)).reason;

  it('returns status and text over one connection, also of a redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('ü');
    for (let i = 0; i < 3; i++) {
      const response = await client.send(request());
      expect([response.status, await response.text(2)]).to.deep.equal([302, 'ü']);
    }
    expect(ports.size).to.equal(1);
  });

  it('opens a new connection for a request with an address rule', async () => {
    answer = (_, response) => response.end();
    for (let i = 0; i < 3; i++) await (await client.send(request({ mayConnect: () => true }))).text(1);
    expect(ports.size).to.equal(3);
    expect(await failureOf({ mayConnect: () => false })).to.equal('forbiddenAddress');
    expect(ports.size).to.equal(3);
  });

  it('closes the connection when a body exceeds the limit or its consumer stops', async () => {
    for (const read of ['text', 'body'] as const) {
      const closed = new Promise<void>((resolve) => {
        answer = (_, response) => {
          response.once('close', resolve).write('x'.repeat(1001));
        };
      });
      const response = await client.send(request());
      if (read === 'text') expect(await response.text(1000)).to.equal(undefined);
      else for await (const _ of response.body) break;
      await closed;
    }
  });

  it('reports a timeout and a stop, before and during the answer', async () => {
    for (const begins of [false, true]) {
      answer = (_, response) => void (begins && response.writeHead(200).write('x'));
      expect(await failureOf({ timeoutMs: 50 })).to.equal('timeout');
      expect(await failureOf({ stop: AbortSignal.timeout(50) })).to.equal('stopped');
    }
    answer = ({ socket }) => socket.destroy();
    const { reason, code } = await errorOf(client.send(request()), HttpFailure);
    expect([reason, code]).to.deep.equal(['connection', 'ECONNRESET']);
    answer = (_, response) => response.writeHead(200, { 'Content-Length': 9 }).write('x', () => response.destroy());
    const cut = await client.send(request());
    expect((await errorOf(collect(cut.body), HttpFailure)).reason).to.equal('connection');
  });

  it('redacts the secret in lines of another server', () => {
    expect(redactedLine('key\n s3cret is bad', 's3cret')).to.equal('key  *** is bad');
  });
});
