import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { httpClientDocuments, NodeHttpClient } from '../../../adapters/http-client/index.js';
import { ClientDocumentFailure } from '../../../application/ports/client-documents.js';
import { errorOf } from '../../support/outcome/error-of.js';

describe('HttpClientDocuments', () => {
  let server: Server;
  let url: string;
  let answer: RequestListener;
  const documents = httpClientDocuments(new NodeHttpClient(), { permitsPrivate: true });

  before(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const answers = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): void => {
    answer = (_request, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    };
  };
  const problemOf = async (reader = documents, target = url): Promise<string> =>
    (await errorOf(reader.read(target), ClientDocumentFailure)).message;

  it('returns the JSON value and the time for which it may be stored', async () => {
    const [date, expires] = ['Tue, 01 Jan 2030 00:00:00 GMT', 'Tue, 01 Jan 2030 00:01:30 GMT'];
    for (const [headers, maxAgeMs] of [
      [{}, 0],
      [{ 'Cache-Control': 'max-age=60' }, 60_000],
      [{ 'Cache-Control': 'public, Max-Age="7"' }, 7000],
      [{ 'Cache-Control': 'x-max-age=7, s-maxage=8' }, 0],
      [{ 'Cache-Control': 'no-store' }, 0],
      [{ 'Cache-Control': 'no-cache, max-age=60' }, 0],
      [{ 'Cache-Control': 'max-age=60', Age: '20' }, 40_000],
      [{ 'Cache-Control': 'max-age=60', Age: '99' }, 0],
      [{ 'Cache-Control': 'max-age=60', Date: date, Expires: expires }, 60_000],
      [{ Date: date, Expires: expires }, 90_000],
      [{ Date: expires, Expires: date }, 0],
      [{ Expires: '0' }, 0],
    ] as const) {
      answers(200, '{"client_id":"x"}', headers);
      expect(await documents.read(url), JSON.stringify(headers)).to.deep.equal({ content: { client_id: 'x' }, maxAgeMs });
    }
    answers(200, '{}', { 'Content-Type': 'application/client+json; charset=utf-8' });
    expect(await documents.read(url)).to.have.deep.property('content', {});
  });

  it('reports errors, redirects, other types, invalid JSON and large documents', async () => {
    answers(404, '{}');
    expect(await problemOf()).to.equal('its host answered 404');
    answers(302, '', { Location: 'https://elsewhere.example/' });
    expect(await problemOf()).to.equal('its host answered 302');
    answers(200, '{}', { 'Content-Type': 'text/html' });
    expect(await problemOf()).to.equal('its content type is not application/json');
    answers(200, '{');
    expect(await problemOf()).to.equal('it is not JSON');
    answers(200, JSON.stringify('x'.repeat(6000)));
    expect(await problemOf()).to.equal('it is larger than 5120 bytes');
  });

  it('ends after the time limit, also in the middle of a document', async () => {
    const hasty = httpClientDocuments(new NodeHttpClient(), { permitsPrivate: true, timeoutMs: 300 });
    answer = () => {};
    expect(await problemOf(hasty)).to.equal('its host did not answer within 0.3 s');
    answer = (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    expect(await problemOf(hasty)).to.equal('its host did not answer within 0.3 s');
  });

  it('reports connections that fail without the URL', async () => {
    answer = (request) => request.socket.destroy();
    expect(await problemOf()).to.equal('the connection failed (ECONNRESET)');
  });

  it('reads no document at an address that is not public, by default', async () => {
    answers(200, '{}');
    const publicOnly = httpClientDocuments(new NodeHttpClient());
    expect(await problemOf(publicOnly)).to.equal('its host has no public address');
    const named = httpClientDocuments(new NodeHttpClient({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] }));
    expect(await problemOf(named, 'https://tool.example/client.json')).to.equal('its host has no public address');
    const nowhere = httpClientDocuments(new NodeHttpClient({ resolve: async () => [] }));
    expect(await problemOf(nowhere, 'https://tool.example/client.json')).to.equal('its host has no public address');
    const unknown = new NodeHttpClient({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND tool.example'), { code: 'ENOTFOUND' });
      },
    });
    for (const [reader, problem] of [
      [httpClientDocuments(unknown), 'its host has no public address'],
      [httpClientDocuments(unknown, { permitsPrivate: true }), 'its host has no address'],
    ] as const)
      expect(await problemOf(reader, 'https://tool.example/client.json')).to.equal(problem);
  });

  it('refuses an invalid URL', async () => {
    expect(await problemOf(documents, 'https://tool.example:99999/')).to.equal('its URL is invalid');
  });
});
