/** A PowerDNS server on loopback ports, with its own database. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DnsAccess } from '../../../application/ports/dns.js';
import type { DnsServer } from '../dns/dns-server.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { freePort } from '../transfer/free-port.js';
import { installed } from './installed-program.js';
import { whenProcessEnds } from './when-process-ends.js';

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
const key = 'key-of-the-test-server';
/** Timeout of the start of the server, in milliseconds. */
const startTime = 30_000;

/** Missing programs and files. Debian: pdns-server, pdns-backend-sqlite3, sqlite3 and bind9-dnsutils. */
export const missingForPowerDns = (): readonly string[] => [
  ...['pdns_server', 'sqlite3', 'dig'].filter((program) => installed(program) === undefined),
  ...(existsSync(schema) ? [] : [schema]),
];

/** The suffix of the title of a skipped suite, with the reason; empty when the suite can run. */
export function leftOutWithoutPowerDns(): string {
  const missing = missingForPowerDns();
  return missing.length === 0 ? '' : ` (left out: ${missing.join(' and ')} not installed, .ci/run installs what is missing)`;
}

/** A server that can be restarted with its data. */
export class PowerDnsServer implements DnsServer {
  readonly #folder: TemporaryFolder;
  readonly #port: number;
  readonly #dnsPort: number;
  #process: ChildProcess | undefined;

  private constructor(folder: TemporaryFolder, [port, dnsPort]: readonly [number, number]) {
    this.#folder = folder;
    this.#port = port;
    this.#dnsPort = dnsPort;
  }

  static async start(): Promise<PowerDnsServer> {
    const folder = makeTemporaryFolder();
    const server = new PowerDnsServer(folder, [await freePort(), await freePort()]);
    server.#configure();
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get access(): DnsAccess {
    return { server: `http://127.0.0.1:${this.#port}`, serverId: 'localhost', key, account: 'hexipam' };
  }

  get settings(): object {
    const { server } = this.access;
    return { enabled: true, server, key, nameservers: ['ns1.example.org'], ttl: 300 };
  }

  async start(): Promise<void> {
    const started = spawn(installed('pdns_server') ?? '', [`--config-dir=${this.#folder.path}`], { stdio: 'ignore' });
    this.#process = started;
    started.once(
      'exit',
      whenProcessEnds(() => started.kill('SIGKILL')),
    );
    for (const deadline = Date.now() + startTime; ; await delay(20)) {
      if (
        await this.api('')
          .then(({ status }) => status === 200)
          .catch(() => false)
      )
        return;
      if (started.exitCode !== null || Date.now() > deadline) throw new Error('PowerDNS does not start');
    }
  }

  /** Kills the process. The stored data stays. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    this.#folder.remove();
  }

  /** Calls the API of the server. */
  async api(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.access.server}/api/v1/servers/localhost${path}`, {
      method,
      headers: { 'X-API-Key': key },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async addZone(name: string): Promise<void> {
    const { status } = await this.api('/zones', { name: `${name}.`, kind: 'Native', nameservers: ['ns1.example.org.'] });
    if (status !== 201) throw new Error(`the zone ${name} was not made: ${status}`);
  }

  async removeZone(name: string): Promise<void> {
    await this.api(`/zones/${name.replaceAll('/', '=2F')}.`, undefined, 'DELETE');
  }

  async addSet(zone: string, name: string, type: string, contents: readonly string[]): Promise<void> {
    const records = contents.map((content) => ({ content, disabled: false }));
    const set = { name: `${name}.`, type, ttl: 60, changetype: 'REPLACE', records };
    const { status } = await this.api(`/zones/${zone}.`, { rrsets: [set] }, 'PATCH');
    if (status !== 204) throw new Error(`the records of ${name} were not written: ${status}`);
  }

  async dig(...words: readonly string[]): Promise<string[]> {
    const args = ['@127.0.0.1', '-p', String(this.#dnsPort), '+short', '+tries=2', '+time=5', ...words];
    const { stdout } = await promisify(execFile)(installed('dig') ?? '', args, { timeout: 20_000 });
    return stdout
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(';'))
      .sort();
  }

  #configure(): void {
    const { path } = this.#folder;
    const database = join(path, 'zones.sqlite');
    execFileSync(installed('sqlite3') ?? '', [database, `.read ${schema}`], { timeout: 20_000 });
    const settings = {
      launch: 'gsqlite3',
      'gsqlite3-database': database,
      'gsqlite3-pragma-synchronous': '0',
      api: 'yes',
      'api-key': key,
      webserver: 'yes',
      'webserver-address': '127.0.0.1',
      'webserver-port': this.#port,
      'webserver-loglevel': 'none',
      'local-address': '127.0.0.1',
      'local-port': this.#dnsPort,
      'socket-dir': path,
      'cache-ttl': 0,
      'query-cache-ttl': 0,
      'negquery-cache-ttl': 0,
      'zone-cache-refresh-interval': 0,
      'security-poll-suffix': '',
      daemon: 'no',
      guardian: 'no',
      'write-pid': 'no',
    };
    writeFileSync(
      join(path, 'pdns.conf'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  }
}
