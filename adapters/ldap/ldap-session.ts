import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Client, type Entry, ResultCodeError, type SearchOptions } from 'ldapts';
import { ProviderUnavailable } from '../../application/ports/sign-in-providers.js';
import type { LdapSettings } from '../../domain/access/sign-in-provider.js';

/** Maximum number of bytes that one sign-in reads from a server. */
const maxBytes = 8_388_608;

/** LDAP result codes that refuse a user: no such entry, wrong or missing password, locked or expired account. */
const refusals = new Set([19, 32, 34, 48, 49, 50, 53]);

/** One connection to one server of a directory, limited by a deadline and `maxBytes`. */
export class LdapSession {
  readonly #client: Client;
  readonly #url: URL;
  readonly #settings: LdapSettings;
  readonly #sockets: Socket[] = [];
  readonly #failure: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  #fail: (error: Error) => void = () => {};
  #bytes = 0;

  constructor(settings: LdapSettings, url: string) {
    this.#settings = settings;
    this.#url = new URL(url);
    const timeoutMs = settings.timeoutSeconds * 1000;
    this.#failure = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    this.#failure.catch(() => {}); // the timer may end the session while no operation runs
    this.#timer = setTimeout(() => this.#end(`no answer within ${settings.timeoutSeconds} s`), timeoutMs);
    this.#client = new Client({
      url,
      strictDN: false,
      ...(this.#isSecure ? { tlsOptions: this.#tlsOptions } : {}),
      createConnection: ((port: number, host: string) => this.#watch(connectPlain(port, host))) as typeof connectPlain,
      createSecureConnection: ((...input: Parameters<typeof connectTls>) =>
        this.#watch(connectTls(...input))) as typeof connectTls,
    });
  }

  /** Connects if StartTLS is configured. Otherwise the first operation connects. @throws ProviderUnavailable */
  async connect(): Promise<void> {
    if (this.#settings.startTls) await this.#await(this.#client.startTLS({ ...this.#tlsOptions }));
  }

  /** Connects, and sends a query that requires no permissions. @throws ProviderUnavailable */
  async probe(): Promise<void> {
    await this.connect();
    await this.#await(this.#client.search('', { scope: 'base', attributes: ['1.1'] }).catch(passResultCode));
  }

  /** Binds with a password. @returns whether the server accepts it @throws ProviderUnavailable */
  async bind(dn: string, password: string): Promise<boolean> {
    try {
      await this.#await(this.#client.bind(dn, password));
      return true;
    } catch (error) {
      if (error instanceof ProviderUnavailable && refusals.has(codeOf(error.cause))) return false;
      throw error;
    }
  }

  /** @throws ProviderUnavailable */
  async search(base: string, options: SearchOptions): Promise<Entry[]> {
    return (await this.#await(this.#client.search(base, options))).searchEntries;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#client.unbind().catch(() => {});
    for (const socket of this.#sockets) socket.destroy();
  }

  get #isSecure(): boolean {
    return this.#url.protocol === 'ldaps:';
  }

  get #tlsOptions(): ConnectionOptions {
    const host = this.#url.hostname.replace(/^\[(.*)\]$/, '$1');
    const { ca } = this.#settings;
    return { host, ...(isIP(host) ? {} : { servername: host }), ...(ca === '' ? {} : { ca }) };
  }

  async #await<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#failure]);
    } catch (error) {
      throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable(reasonOf(error), { cause: error });
    }
  }

  #watch<S extends Socket>(socket: S): S {
    this.#sockets.push(socket);
    socket.on('data', ({ length }: Buffer) => {
      this.#bytes += length;
      if (this.#bytes > maxBytes) this.#end(`the server sent more than ${maxBytes} bytes`);
    });
    return socket;
  }

  #end(reason: string): void {
    this.#fail(new ProviderUnavailable(reason));
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Treats a refused anonymous search as success: the server is available. */
function passResultCode(error: unknown): { searchEntries: Entry[] } {
  if (error instanceof ResultCodeError) return { searchEntries: [] };
  throw error;
}

const codeOf = (error: unknown): number => (error instanceof ResultCodeError ? error.code : -1);

function reasonOf(error: unknown): string {
  if (error instanceof ResultCodeError) return `the server answers ${error.name.replace(/Error$/, '')} (${error.code})`;
  const { code, message } = Object(error);
  return String(code ?? message ?? error).slice(0, 200);
}
