import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { PowerDnsZones } from '../../../adapters/powerdns/powerdns-zones.js';
import { DnsError } from '../../../application/ports/dns.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/outcome/error-of.js';

const key = 'the-secret-key';
const limits = { call: 200, stream: 200, maxAnswer: 1000 };

/** A server with the answers of a test. */
class FaultyServer {
  readonly #server: Server;
  readonly asked: string[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('{}');

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      this.answer(request, response);
    });
  }

  static async start(): Promise<FaultyServer> {
    const server = new FaultyServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get zones(): PowerDnsZones {
    return new PowerDnsZones(new NodeHttpClient(), { server: this.url, serverId: 'localhost', key, account: 'hexipam' }, limits);
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const says =
  (status: number, text: string, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(text);

describe('PowerDnsZones, with a failing server,', () => {
  let server: FaultyServer;
  beforeEach(async () => {
    server = await FaultyServer.start();
  });
  afterEach(() => server.close());

  const troubles = [
    ['a wrong key', says(401, 'Unauthorized'), 'unauthorized', 'the DNS server answered 401'],
    [
      'a refusal',
      says(422, '{"error":"RRset\\u001b[2J is wrong"}'),
      'refused',
      'the DNS server answered 422: RRset [2J is wrong',
    ],
    ['a missing object', says(404, 'Not Found'), 'missing', 'the DNS server answered 404'],
    ['a failure of the server', says(500, '<html>'), 'failed', 'the DNS server answered 500'],
    [
      'an echo of the key',
      says(422, JSON.stringify({ error: `key ${key} is bad` })),
      'refused',
      'the DNS server answered 422: key *** is bad',
    ],
    ['a redirection', says(302, '', { Location: 'http://127.0.0.1:1/' }), 'failed', 'the DNS server answered 302'],
    ['an answer without JSON', says(200, 'hello'), 'failed', 'the answer of the DNS server has an unexpected format'],
    ['JSON of another form', says(200, '{"zones":1}'), 'failed', 'the answer of the DNS server has an unexpected format'],
    ['zones without names', says(200, '[{"kind":"Native"}]'), 'failed', 'the answer of the DNS server has an unexpected format'],
    ['an endless answer', says(200, `[${'1,'.repeat(1000)}`), 'failed', 'the answer of the DNS server is too long'],
    ['silence', () => {}, 'unreachable', 'the DNS server cannot be reached: no answer arrived in time'],
    [
      'a cut connection',
      (request: IncomingMessage) => void request.socket.destroy(),
      'unreachable',
      'the DNS server cannot be reached: ECONNRESET',
    ],
  ] as const;
  for (const [what, answer, trouble, text] of troubles) {
    it(`reports ${what} as ${trouble}`, async () => {
      server.answer = answer;
      const problem = await errorOf(server.zones.zones(), DnsError);
      expect([problem.failure, problem.message]).to.deep.equal([trouble, text]);
      expect(server.asked).to.deep.equal(['GET /api/v1/servers/localhost/zones?dnssec=false']);
    });
  }

  it('reports an answer that takes too long', async () => {
    server.answer = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    };
    expect((await errorOf(server.zones.zones(), DnsError)).failure).to.equal('unreachable');
    expect((await errorOf(collect(server.zones.recordSets('example.org')), DnsError)).failure).to.equal('unreachable');
  });

  it('streams the record sets of a zone, and ignores all other members', async () => {
    const set = (name: string) => ({
      ...{ name: `${name}.example.org.`, type: 'A', ttl: 60, records: [{ content: '10.0.0.1' }] },
      comments: [{ account: 'hexipam', content: 'a "quoted} text]' }],
    });
    const zone = {
      masters: ['"rrsets":[{'],
      other: { rrsets: [{ a: 1 }] },
      rrsets: [set('a'), { ...set('b'), type: 'TXT' }, set('c')],
      z: [{}],
    };
    const text = JSON.stringify(zone);
    server.answer = async (_, response) => {
      for (let from = 0; from < text.length; from += 7) {
        response.write(text.slice(from, from + 7));
        await new Promise(setImmediate);
      }
      response.end();
    };
    expect((await collect(server.zones.recordSets('example.org'))).map(({ name, isOurs }) => [name, isOurs])).to.deep.equal([
      ['a.example.org', true],
      ['c.example.org', true],
    ]);
  });

  it('reports a truncated zone, and an invalid one', async () => {
    for (const text of ['{"rrsets":[{"name":"a.', '{"rrsets":[', '[]', '', '{}', '{"rrsets":[{"name":1}]}', '}']) {
      server.answer = says(200, text);
      expect([text, (await errorOf(collect(server.zones.recordSets('example.org')), DnsError)).failure]).to.deep.equal([
        text,
        'failed',
      ]);
    }
  });

  it('encodes zones and names in paths', async () => {
    server.answer = says(200, '{"rrsets":[]}');
    await server.zones.recordSetsOf('0/25.2.0.192.in-addr.arpa', '5.0/25.2.0.192.in-addr.arpa');
    expect(server.asked).to.deep.equal([
      'GET /api/v1/servers/localhost/zones/0=2F25.2.0.192.in-addr.arpa.?rrset_name=5.0%2F25.2.0.192.in-addr.arpa.',
    ]);
  });
});
