import type { ConnectionUse } from '../../../application/ports/database.js';
import type { Connection } from '../connection/connection.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';

export interface PoolOptions {
  readonly max: number;
  /** Maximum wait for a connection in milliseconds. */
  readonly wait: number;
  readonly open: () => Promise<Connection>;
}

export interface Need {
  /** Whether the connection is needed only briefly. Quick and other requests alternate. */
  readonly isQuick?: boolean;
  /** Maximum wait in milliseconds; the wait of the pool by default. */
  readonly maxWait?: number;
}

interface Waiter {
  /** Start of the wait, by `performance.now()`. */
  readonly since: number;
  readonly isQuick: boolean;
  readonly resolve: (connection: Connection) => void;
  readonly reject: (reason: unknown) => void;
}

/** Pool of connections, opened on demand. Each connection serves one caller at a time. */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #lent = new Set<Connection>();
  readonly #waiting = new Set<Waiter>();
  #opening = 0;
  #gaveToQuick = false;
  /** Acquired connections that are closed on release. */
  readonly #retired = new WeakSet<Connection>();
  #closed: { resolve?: () => void } | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** The caller has to release the connection. @throws DatabaseFailure if none becomes free in time, or none can be opened */
  acquire({ isQuick = false, maxWait = this.#options.wait }: Need = {}): Promise<Connection> {
    if (this.#closed) return Promise.reject(closedFailure());
    const idle = this.#nextIdle();
    if (idle) return Promise.resolve(idle);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          this.#waiting.delete(waiter);
          reject(new DatabaseFailure('timeout while waiting for a database connection', undefined, 'unavailable'));
        },
        Math.max(0, maxWait),
      );
      const waiter: Waiter = {
        since: performance.now(),
        isQuick,
        resolve: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        reject: (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      };
      this.#waiting.add(waiter);
      this.#openIfNeeded();
    });
  }

  release(connection: Connection): void {
    this.#lent.delete(connection);
    if (connection.lost) this.#openIfNeeded();
    else if (this.#closed || this.#retired.has(connection)) void connection.close().then(() => this.#openIfNeeded());
    else this.#give(connection);
    if (this.#lent.size === 0) this.#closed?.resolve?.();
  }

  /** Closes each connection after its current use, because new connections may lead to another server. */
  retire(): void {
    for (const connection of this.#idle.splice(0)) void connection.close();
    for (const connection of this.#lent) this.#retired.add(connection);
  }

  /** Probes idle connections without an answer in the last `quietMs`. Closes those that do not answer within `limitMs`. */
  probeIdle(quietMs: number, limitMs: number): void {
    for (const connection of this.#idle.splice(0)) {
      if (connection.quietMs < quietMs) this.#idle.push(connection);
      else {
        this.#lent.add(connection);
        void connection.probe(limitMs).then(() => this.release(connection));
      }
    }
  }

  /** Waits up to `maxWait` milliseconds for acquired connections, then closes all. */
  async close(maxWait: number): Promise<void> {
    this.#closed = {};
    for (const waiter of this.#waiting) waiter.reject(closedFailure());
    this.#waiting.clear();
    if (this.#lent.size > 0) await this.#returned(maxWait);
    for (const connection of this.#lent) connection.giveUp(new ConnectionFailure('the database is being closed'));
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  #returned(maxWait: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxWait);
      this.#closed = {
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });
  }

  get max(): number {
    return this.#options.max;
  }

  get use(): Omit<ConnectionUse, 'pool'> {
    const { size: waiting } = this.#waiting;
    return { lent: this.#lent.size, idle: this.#idle.length, opening: this.#opening, waiting, max: this.max };
  }

  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  #nextIdle(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (connection.lost) continue;
      this.#lent.add(connection);
      return connection;
    }
    return undefined;
  }

  #give(connection: Connection): void {
    const waiter = this.#nextWaiter();
    if (!waiter) return void this.#idle.push(connection);
    this.#gaveToQuick = waiter.isQuick;
    this.#waiting.delete(waiter);
    this.#lent.add(connection);
    waiter.resolve(connection);
  }

  #nextWaiter(): Waiter | undefined {
    const [first] = this.#waiting;
    if (first?.isQuick !== this.#gaveToQuick) return first;
    for (const waiter of this.#waiting) if (waiter.isQuick !== this.#gaveToQuick) return waiter;
    return first;
  }

  #openIfNeeded(): void {
    const missing = this.#waiting.size > this.#opening;
    if (this.#closed || !missing || this.#lent.size + this.#opening >= this.#options.max) return;
    this.#opening++;
    const began = performance.now();
    this.#options.open().then(
      (connection) => {
        this.#opening--;
        if (this.#closed) void connection.close();
        else this.#give(connection);
      },
      (error: unknown) => {
        this.#opening--;
        this.#failToOpen(error, began);
      },
    );
  }

  /** Rejects requests that started before the failed attempt, unless an acquired connection may become free. */
  #failToOpen(error: unknown, began: number): void {
    if (this.#lent.size > 0) return;
    for (const waiter of this.#waiting) {
      if (waiter.since > began) continue;
      this.#waiting.delete(waiter);
      waiter.reject(error);
    }
    this.#openIfNeeded();
  }
}

const closedFailure = (): DatabaseFailure => new DatabaseFailure('the database is closed', undefined, 'unavailable');
