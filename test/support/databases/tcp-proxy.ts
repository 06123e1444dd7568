/** A TCP server in front of another one, through which a test breaks connections in the ways that networks break them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** One connection of a client, and the proxy's own to the server. */
interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Answers of the server that are held back. */
  readonly held: Buffer[];
  /** Whether all its bytes are lost, and its ends hear nothing of each other. */
  isFrozen?: boolean;
}

/** What happens to bytes on their way. */
type Mode =
  /** They pass. */
  | 'passing'
  /** Those of clients pass, those of the server wait until they are released. */
  | 'holding'
  /** All are lost, and so is the end of a connection: nobody hears of anything, as when a cable is cut. */
  | 'silent';

/** Called before bytes of a client that hold a text go on. */
interface Watch {
  readonly text: string;
  readonly react: () => void;
}

/** What begins the message of PostgreSQL that has the process id. */
const backendKeyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Forwards connections to a server, until a test says otherwise. Whoever starts it closes it. */
export class TcpProxy {
  #target: Endpoint;
  #server: Server;
  #port = 0;
  #mode: Mode = 'passing';
  #delay = 0;
  #accepted = 0;
  readonly #links = new Set<Link>();
  readonly #watches = new Set<Watch>();
  #hidesProcesses = false;

  private constructor(target: Endpoint) {
    this.#target = target;
    this.#server = this.#makeServer();
  }

  static async start(target: Endpoint): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.accept();
    return proxy;
  }

  /** In front of the server that a URL names. */
  static inFrontOf(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    return TcpProxy.start({ host: hostname, port: Number(port || 5432) });
  }

  /** Where the proxy listens, on the loopback address. */
  get port(): number {
    return this.#port;
  }

  /** A URL of the server, changed so that it leads through the proxy. */
  urlOf(url: string): string {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(this.#port);
    return own.href;
  }

  /** Where connections lead. */
  get target(): Endpoint {
    return this.#target;
  }

  /** How many connections are open. */
  get open(): number {
    return this.#links.size;
  }

  /** How many connections there have been. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Bytes pass again; answers that were held back go on. What was lost stays lost. */
  pass(): void {
    this.#mode = 'passing';
    this.releaseAnswers();
  }

  /** From now on answers of the server wait. */
  holdAnswers(): void {
    this.#mode = 'holding';
  }

  /** Lets the answers that were held back so far go on. */
  releaseAnswers(): void {
    for (const { client, held } of this.#links) for (const bytes of held.splice(0)) client.write(bytes);
  }

  /** From now on everything is lost; new connections are taken and get no answer. */
  goSilent(): void {
    this.#mode = 'silent';
  }

  /** From now on everything on the present connections is lost, for ever; new ones pass. */
  freezePresent(): void {
    for (const link of this.#links) link.isFrozen = true;
  }

  /** From now on new connections to PostgreSQL are given a wrong process id, as poolers do. */
  hideProcesses(): void {
    this.#hidesProcesses = true;
  }

  /** Each answer goes on so many milliseconds after it came; 0 for at once. */
  delayAnswers(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /**
   * Resets connections on both sides; answers that were held back are lost. New ones are taken.
   * @param isMeant asked for each connection; all are when not given
   */
  cut(isMeant: () => boolean = () => true): void {
    for (const link of [...this.#links]) if (isMeant()) this.#reset(link);
  }

  /** Resets all connections and refuses new ones, as when the server is down. */
  async refuse(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    this.cut();
    await closed;
  }

  /** Takes connections, on the port that it had before. */
  async accept(): Promise<void> {
    this.#server = this.#makeServer();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** New connections go to another server. */
  leadTo(target: Endpoint): void {
    this.#target = target;
  }

  /**
   * Calls a function each time a client has sent bytes that hold a text, before they go on.
   * @returns ends that
   */
  onSent(text: string, react: () => void): () => void {
    const watch = { text, react };
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }

  /** Ends everything. */
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

  /** One side has gone: the other hears of it, unless nothing is heard of anything. */
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
