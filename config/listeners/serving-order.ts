/** Connections and requests of a client that are served immediately. Further ones are queued. */
const atOncePerSecond = 100;

const turnLengthMs = 1;

/** After this time in milliseconds, a queued entry is served even if new connections arrive. */
const maxDelay = 10;

interface Client {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * Orders the start of connections and requests. Node accepts one connection per turn of the event loop. A client that opens
 * connections faster than they are served would fill the system's accept queue and block other clients.
 * The first hundred entries per client and second are therefore served immediately. Further entries wait for a turn without a
 * new connection: the accept queue is empty then. They are served round-robin over clients, for `turnLengthMs` a turn. No entry
 * is refused, and none waits while the service is idle.
 */
export class ServingOrder {
  readonly #now: () => number;
  readonly #clients = new Map<string, Client>();
  readonly #waiting = new Set<Client>();
  #isServingDue = false;
  #hasCome = false;
  #servedAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  connect(client: string, serve: () => void): void {
    this.#hasCome = true;
    this.ask(client, serve);
  }

  ask(client: string, serve: () => void): void {
    const own = this.#clients.get(client) ?? this.#begin(client);
    if (own.waiting.length === 0 && own.served++ < atOncePerSecond) return void serve();
    own.waiting.push(serve);
    this.#waiting.add(own);
    this.#serveLater();
  }

  #begin(client: string): Client {
    const own: Client = { served: 0, waiting: [] };
    if (this.#clients.size === 0) setTimeout(() => this.#beginSecond(), 1000).unref();
    this.#clients.set(client, own);
    return own;
  }

  #serveLater(): void {
    if (this.#isServingDue || this.#waiting.size === 0) return;
    this.#isServingDue = true;
    setImmediate(() => {
      this.#isServingDue = false;
      this.#serveSome();
      this.#serveLater();
    });
  }

  #serveSome(): void {
    const startedAt = this.#now();
    const mayServe = !this.#hasCome || startedAt - this.#servedAt >= maxDelay;
    this.#hasCome = false;
    if (!mayServe) return;
    do this.#serveNext();
    while (this.#waiting.size > 0 && this.#now() - startedAt < turnLengthMs);
    this.#servedAt = this.#now();
  }

  #serveNext(): void {
    const [next] = this.#waiting;
    const serve = next?.waiting.shift();
    if (!next || !serve) return;
    this.#waiting.delete(next);
    if (next.waiting.length > 0) this.#waiting.add(next);
    serve();
  }

  #beginSecond(): void {
    for (const [name, own] of this.#clients) {
      if (own.served === 0 && own.waiting.length === 0) this.#clients.delete(name);
      own.served = 0;
    }
    if (this.#clients.size > 0) setTimeout(() => this.#beginSecond(), 1000).unref();
  }
}
