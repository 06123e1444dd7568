import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL in this process, as a connection talks to it: messages of its protocol go in, what it answers comes out. */
export interface Engine {
  /** Whether it runs in a thread of its own: then it takes messages before it has answered earlier ones. */
  readonly isThread: boolean;
  /**
   * @param message one or several of the protocol; answered in their order
   * @throws DatabaseLost when the database can go on no more
   */
  run(message: Uint8Array): Promise<Uint8Array>;
  /** Ends what is under way, in a thread only if that does not take long, and writes everything out. */
  close(): Promise<void>;
}

/** An engine in the thread of whoever calls it. */
export class LocalEngine implements Engine {
  readonly isThread = false;
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  run(message: Uint8Array): Promise<Uint8Array> {
    return this.#pglite.execProtocolRaw(message);
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close();
  }
}
