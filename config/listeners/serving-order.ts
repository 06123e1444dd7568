/** So much of one client is served at once within a second; what comes faster waits. */
const atOncePerSecond = 100;

/** Milliseconds for which things are served in one turn of the event loop. */
const turnLengthMs = 1;

/** Milliseconds after which something is served although new connections keep coming. */
const maxDelay = 10;

/** A client of this second. */
interface Client {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * The order in which new connections and requests are served. The runtime accepts one connection in each turn of the event
 * loop: where a client opens or asks faster than it is served, everybody else would wait behind it in the system's queue, or
 * be dropped there. So the first hundred of a client in a second are served at once. Further ones are served when a turn has
 * come without a new connection, that is when the system's queue is empty, and for so long that turns stay short: one client
 * after the other, the first to come first. Nothing is refused here, and nobody waits while there is nothing else to do.
 */
export class ServingOrder {
  readonly #now: () => number;
  readonly #clients = new Map<string, Client>();
  /** Those of which something waits, in the order in which they are served. */
  readonly #waiting = new Set<Client>();
  #isServingDue = false;
  #hasCome = false;
  #servedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of a clock that is never set */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Serves a new connection of a client, now or when the order says so. */
  connect(client: string, serve: () => void): void {
    this.#hasCome = true;
    this.ask(client, serve);
  }

  /** Serves a request of a client, now or when the order says so. */
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
    const begun = this.#now();
    const mayServe = !this.#hasCome || begun - this.#servedAt >= maxDelay;
    this.#hasCome = false;
    if (!mayServe) return;
    do this.#serveNext();
    while (this.#waiting.size > 0 && this.#now() - begun < turnLengthMs);
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
