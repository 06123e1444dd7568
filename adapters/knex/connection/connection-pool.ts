import type { ConnectionUse } from '../../../application/ports/database.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';
import type { Connection } from './connection.js';

/** How a pool works. */
export interface PoolOptions {
  /** Most connections at the same time. */
  readonly max: number;
  /** For how many milliseconds somebody waits for one. */
  readonly wait: number;
  /** Makes a connection. */
  readonly open: () => Promise<Connection>;
}

/** What somebody needs a connection for. */
export interface Need {
  /** Whether for a moment only: of those who wait, one such and one other come in turn. By default not. */
  readonly isQuick?: boolean;
  /** For how many milliseconds it is waited for; by default as long as the pool allows. */
  readonly maxWait?: number;
}

/** Somebody who waits for a connection. */
interface Waiter {
  /** When it began to wait, as performance.now tells the time. */
  readonly since: number;
  readonly isQuick: boolean;
  readonly resolve: (connection: Connection) => void;
  readonly reject: (reason: unknown) => void;
}

/** Lends connections, each to one at a time; they are made when they are needed, and kept. */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #lent = new Set<Connection>();
  readonly #waiting = new Set<Waiter>();
  /** Connections that are being made. */
  #opening = 0;
  #gaveToQuick = false;
  /** Connections that are lent, and are not to be lent again. */
  readonly #retired = new WeakSet<Connection>();
  #closed: { resolve?: () => void } | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Lends a connection, which has to be given back.
   * @throws DatabaseFailure when none becomes free in time, or none can be made
   */
  acquire({ isQuick = false, maxWait = this.#options.wait }: Need = {}): Promise<Connection> {
    if (this.#closed) return Promise.reject(closedFailure());
    const idle = this.#nextIdle();
    if (idle) return Promise.resolve(idle);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          this.#waiting.delete(waiter);
          reject(new DatabaseFailure('no connection to the database became free in time', undefined, 'unavailable'));
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

  /** Takes a connection back. */
  release(connection: Connection): void {
    this.#lent.delete(connection);
    if (connection.lost) this.#openIfNeeded();
    else if (this.#closed || this.#retired.has(connection)) void connection.close().then(() => this.#openIfNeeded());
    else this.#give(connection);
    if (this.#lent.size === 0) this.#closed?.resolve?.();
  }

  /** Lends none of the present connections again: new ones may lead to another server. */
  retire(): void {
    for (const connection of this.#idle.splice(0)) void connection.close();
    for (const connection of this.#lent) this.#retired.add(connection);
  }

  /**
   * Asks the idle connections without an answer in the last quietMs for one. They are lent again when they have answered, and
   * given up when no answer comes within limitMs.
   */
  probeIdle(quietMs: number, limitMs: number): void {
    for (const connection of this.#idle.splice(0)) {
      if (connection.quietMs < quietMs) this.#idle.push(connection);
      else {
        this.#lent.add(connection);
        void connection.probe(limitMs).then(() => this.release(connection));
      }
    }
  }

  /** Waits for the connections that are lent, for so many milliseconds, and ends all of them. */
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

  /** Most connections at the same time. */
  get max(): number {
    return this.#options.max;
  }

  /** How its connections are used now. */
  get use(): Omit<ConnectionUse, 'pool'> {
    const { size: waiting } = this.#waiting;
    return { lent: this.#lent.size, idle: this.#idle.length, opening: this.#opening, waiting, max: this.max };
  }

  /** Whether somebody waits for a connection. */
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

  /** Makes a connection for somebody who waits, unless there are enough. */
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

  /** Those who wait may still get a connection that is lent. If there is none, those are told who waited when it began. */
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
