/** A TCP proxy that breaks connections like a network. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../transfer/free-port.js';

/** Address of a server. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A connection of a client and the proxy's connection to the server. */
interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Delayed answers of the server. */
  readonly held: Buffer[];
  /** Whether all its bytes are lost and neither side learns of the other's end. */
  isFrozen?: boolean;
}

/** Forwarding mode. */
type Mode =
  /** Forwards all bytes. */
  | 'passing'
  /** Forwards bytes of clients, delays bytes of the server until they are released. */
  | 'holding'
  /** Drops all bytes and ends of connections, like a cut cable. */
  | 'silent';

/** A callback before the proxy forwards client bytes that contain a text. */
interface Watch {
  readonly text: string;
  readonly react: () => void;
}

/** Start of the PostgreSQL message with the process id (BackendKeyData). */
const backendKeyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Forwards connections to a server, until a test breaks them. The caller closes it. */
export class TcpProxy {
  #target: Endpoint;
  #server: Server;
  readonly #port: number;
  #mode: Mode = 'passing';
  #delay = 0;
  #accepted = 0;
  readonly #links = new Set<Link>();
  readonly #watches = new Set<Watch>();
  #hidesProcesses = false;

  private constructor(target: Endpoint, port: number) {
    this.#target = target;
    this.#port = port;
    this.#server = this.#makeServer();
  }

  static async start(target: Endpoint): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, await freePort());
    await proxy.accept();
    return proxy;
  }

  /** Starts a proxy in front of the server of a URL. */
  static inFrontOf(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    return TcpProxy.start({ host: hostname, port: Number(port || 5432) });
  }

  /** Port of the proxy on 127.0.0.1. */
  get port(): number {
    return this.#port;
  }

  /** The URL of the server through the proxy. */
  urlOf(url: string): string {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(this.#port);
    return own.href;
  }

  /** The target of connections. */
  get target(): Endpoint {
    return this.#target;
  }

  /** Number of open connections. */
  get open(): number {
    return this.#links.size;
  }

  /** Number of accepted connections so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Forwards bytes again, and releases the delayed answers. Lost bytes stay lost. */
  pass(): void {
    this.#mode = 'passing';
    this.releaseAnswers();
  }

  /** Delays all further answers of the server. */
  holdAnswers(): void {
    this.#mode = 'holding';
  }

  /** Releases the answers that are delayed so far. */
  releaseAnswers(): void {
    for (const { client, held } of this.#links) for (const bytes of held.splice(0)) client.write(bytes);
  }

  /** Drops all further data. Accepts new connections without an answer. */
  goSilent(): void {
    this.#mode = 'silent';
  }

  /** Drops all further data of the current connections forever. New connections work. */
  freezePresent(): void {
    for (const link of this.#links) link.isFrozen = true;
  }

  /** Gives new connections to PostgreSQL a wrong process id, like a pooler. */
  hideProcesses(): void {
    this.#hidesProcesses = true;
  }

  /** Delays each answer; 0: no delay. */
  delayAnswers(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /**
   * Resets connections on both sides and discards their delayed answers. Accepts new connections.
   * @param isMeant selects connections; default: all
   */
  cut(isMeant: () => boolean = () => true): void {
    for (const link of [...this.#links]) if (isMeant()) this.#reset(link);
  }

  /** Resets all connections and refuses new ones, as if the server is down. */
  async refuse(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    this.cut();
    await closed;
  }

  /** Accepts connections, on the same port as before. */
  async accept(): Promise<void> {
    this.#server = this.#makeServer();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Forwards new connections to another server. */
  leadTo(target: Endpoint): void {
    this.#target = target;
  }

  /**
   * Calls a function before the proxy forwards client bytes that contain a text.
   * @returns removes the callback
   */
  onSent(text: string, react: () => void): () => void {
    const watch = { text, react };
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }

  /** Closes the server and all connections. */
  async close(): Promise<void> {
    await this.refuse();
  }

  #makeServer(): Server {
    return createServer((client) => this.#join(client));
  }

  #join(client: Socket): void {
    this.#accepted++;
    const server = connect(this.#target.port, this.#target.host);
    const link: Link = { client, server, held: [] };
    this.#links.add(link);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.#drop(link, socket));
      socket.on('close', () => this.#drop(link, socket));
    }
    client.on('data', (bytes) => this.#forward(link, bytes));
    server.on('data', (bytes) => this.#answer(link, bytes));
  }

  #forward(link: Link, bytes: Buffer): void {
    for (const { text, react } of [...this.#watches]) if (bytes.includes(text)) react();
    if (this.#mode !== 'silent' && !link.isFrozen && !link.server.destroyed) link.server.write(bytes);
  }

  #answer(link: Link, bytes: Buffer): void {
    const keyAt = this.#hidesProcesses ? bytes.indexOf(backendKeyData) : -1;
    if (keyAt >= 0) bytes.writeInt32BE(1, keyAt + backendKeyData.length);
    if (this.#delay > 0) setTimeout(() => this.#pass(link, bytes), this.#delay);
    else this.#pass(link, bytes);
  }

  #pass({ client, held, isFrozen }: Link, bytes: Buffer): void {
    if (isFrozen) return;
    if (this.#mode === 'holding') held.push(bytes);
    else if (this.#mode === 'passing' && !client.destroyed) client.write(bytes);
  }

  /** Ends the other side of a closed connection, except in silent mode and on frozen links. */
  #drop(link: Link, gone: Socket): void {
    const other = gone === link.client ? link.server : link.client;
    if ((this.#mode === 'silent' || link.isFrozen) && !other.destroyed) return;
    this.#links.delete(link);
    if (link.held.length > 0 && gone === link.server) for (const bytes of link.held.splice(0)) link.client.write(bytes);
    other.destroySoon();
  }

  #reset(link: Link): void {
    this.#links.delete(link);
    link.held.length = 0;
    for (const socket of [link.client, link.server]) {
      if (socket.connecting) socket.destroy();
      else socket.resetAndDestroy();
    }
  }
}
