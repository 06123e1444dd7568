import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { DnsAccess } from '../../../application/ports/dns.js';
import { reverseName } from '../../../domain/dns/reverse-zones.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { freePort } from '../transfer/free-port.js';
import type { DnsServer } from './dns-server.js';
import { type RawChange, type RawSet, RefusedWrite, ZoneStore } from './zone-store.js';

const key = 'key-of-the-zone-server';

/** Reply to a request. */
interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A change and its zone. */
export interface NotedChange extends RawChange {
  readonly zone: string;
}

/**
 * A server in this process with the part of the PowerDNS HTTP API that the service uses. Its zones are in memory.
 * It records all changes and fails on demand.
 */
export class ZoneServer implements DnsServer {
  readonly #store = new ZoneStore();
  readonly #server: Server;
  readonly #port: number;
  /** All changes, in order. */
  readonly changes: NotedChange[] = [];
  /** Returns the status of a failure. `cut` closes the connection before the change, `late` after it. */
  fault: (request: IncomingMessage) => number | 'cut' | 'late' | undefined = () => undefined;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<ZoneServer> {
    const server = new ZoneServer(await freePort());
    await server.start();
    return server;
  }

  get access(): DnsAccess {
    return { server: `http://127.0.0.1:${this.#port}`, serverId: 'localhost', key, account: 'hexipam' };
  }

  get settings(): object {
    return { enabled: true, server: this.access.server, key, nameservers: ['ns1.example.org'], ttl: 300 };
  }

  async addZone(name: string): Promise<void> {
    this.#store.add(`${name}.`, 'Native', '', []);
  }

  async removeZone(name: string): Promise<void> {
    this.#store.remove(`${name}.`);
  }

  /** @param account owner mark of the set; default: none */
  async addSet(zone: string, name: string, type: string, contents: readonly string[], account?: string): Promise<void> {
    const records = contents.map((content) => ({ content, disabled: false }));
    const comments = account === undefined ? [] : [{ account, content: 'kept by a test' }];
    const found = this.#store.find(`${zone}.`);
    if (found) this.#store.change(found, [{ name: `${name}.`, type, ttl: 60, changetype: 'REPLACE', records, comments }]);
  }

  async dig(first = '', second = ''): Promise<string[]> {
    const name = first === '-x' ? reverseName(IpAddress.parse(second)) : first;
    return this.#store.answer(`${name}.`, first === '-x' ? 'PTR' : second).sort();
  }

  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  remove(): Promise<void> {
    return this.stop();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request).catch(() => undefined);
    if (text === undefined) return;
    const fault = this.fault(request);
    if (fault === 'cut') return void request.socket.destroy();
    const { status, body } =
      typeof fault === 'number' ? { status: fault, body: { error: 'told to fail' } } : this.#reply(request, text);
    if (fault === 'late') return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }

  #reply({ method = '', url = '', headers }: IncomingMessage, text: string): Reply {
    if (headers['x-api-key'] !== key) return { status: 401, body: { error: 'Unauthorized' } };
    const { pathname, searchParams } = new URL(url, this.access.server);
    const [, sort, id] = /^\/api\/v1\/servers\/localhost(?:\/(zones)(?:\/(.+))?)?$/.exec(pathname) ?? [];
    if (sort === undefined) return pathname.endsWith('/localhost') ? { status: 200, body: { version: '0.0-test' } } : notFound;
    if (id !== undefined) return this.#zone(method, decoded(id), searchParams.get('rrset_name'), text);
    if (method === 'POST') return this.#add(JSON.parse(text));
    return { status: 200, body: [...this.#store.zones].map(({ name, kind, account }) => ({ name, kind, account })) };
  }

  #add({ name, kind, account = '', rrsets = [] }: { name: string; kind: string; account?: string; rrsets?: RawSet[] }): Reply {
    const isNew = this.#store.add(name, kind, account, rrsets);
    return isNew ? { status: 201, body: { name } } : { status: 409, body: { error: 'Conflict' } };
  }

  #zone(method: string, name: string, wanted: string | null, text: string): Reply {
    const zone = this.#store.find(name);
    if (!zone) return notFound;
    if (method === 'GET') {
      const rrsets = [...zone.sets.values()].filter((set) => wanted === null || set.name === wanted);
      return { status: 200, body: { name, kind: zone.kind, rrsets } };
    }
    const { rrsets } = JSON.parse(text) as { rrsets: RawChange[] };
    try {
      this.#store.change(zone, rrsets);
    } catch (error) {
      if (error instanceof RefusedWrite) return { status: 422, body: { error: error.message } };
      throw error;
    }
    this.changes.push(...rrsets.map((change) => ({ ...change, zone: name })));
    return { status: 204 };
  }
}

const notFound: Reply = { status: 404, body: { error: 'Not Found' } };

const decoded = (id: string): string =>
  decodeURIComponent(id).replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
