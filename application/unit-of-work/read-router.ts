import type { Caller } from '../caller.js';
import type { ReadReplica } from '../ports/database.js';
import type { Readers } from '../ports/unit-of-work.js';

export type ReadersFor = (caller: Caller) => Readers;

/** Announces a writer to the other processes. @returns when all reachable processes have received it */
export type AnnounceWrites = (writer: string) => Promise<void>;

interface Writer {
  /** Number of running writes in this process. */
  open: number;
  /** Latest time of a write, by the replica clock. */
  until: number;
  /** Time of the last announcement, and its delivery. */
  announced: { readonly at: number; readonly received: Promise<void> } | undefined;
}

/** Time for which other processes regard an announced writer as active, and minimum interval of announcements, in milliseconds. */
const validity = 5000;
const announceIntervalMs = 1000;

/**
 * From this number of writers on, writers are removed if the replica contains all their writes. From `maxWriters` on, all writers
 * without a running write are removed.
 */
const pruneThreshold = 1000;
const maxWriters = 10_000;

/**
 * Routes reads to the replica if it contains all writes of the caller, else to the primary.
 * A caller is a user of an application, or an application without users, across all processes.
 * A write is announced to the other processes before it is acknowledged.
 */
export class ReadRouter {
  readonly #readers: Readers;
  readonly #replica: ReadReplica;
  readonly #announce: AnnounceWrites | undefined;
  readonly #writers = new Map<string, Writer>();
  /** Latest time of a write by all writers without an entry. */
  #untilOfOthers: number;

  /** @param announceWrites undefined: no other process reads for the same callers */
  constructor(readers: Readers, replica: ReadReplica, announceWrites?: AnnounceWrites) {
    this.#readers = readers;
    this.#replica = replica;
    this.#announce = announceWrites;
    this.#untilOfOthers = replica.now() + (announceWrites ? validity : 0); // for announcements before this start
  }

  readersFor(caller: Caller): Readers {
    const replica = this.#replica;
    const writer = this.#writers.get(nameOf(caller));
    if (writer && writer.open > 0) return this.#readers;
    return replica.shows(Math.max(writer?.until ?? 0, this.#untilOfOthers)) ? replica.readers : this.#readers;
  }

  /** Runs work that may write for a caller. Later reads of the caller include it. */
  async writing<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    const name = nameOf(caller);
    const writer = this.#writer(name);
    writer.open++;
    const announced = this.#announceWriter(name, writer, replica.now());
    try {
      return await work();
    } finally {
      await announced;
      if (writer.announced && replica.now() > writer.announced.at + validity)
        await this.#announceWriter(name, writer, replica.now());
      writer.until = Math.max(writer.until, replica.now());
      writer.open--;
    }
  }

  /** Handles an announcement of another process. @param name the announced writer */
  received(name: string): void {
    const writer = this.#writer(name);
    writer.until = Math.max(writer.until, this.#replica.now() + validity);
  }

  async #announceWriter(name: string, writer: Writer, now: number): Promise<void> {
    if (!this.#announce) return;
    if (!writer.announced || now >= writer.announced.at + announceIntervalMs)
      writer.announced = { at: now, received: this.#announce(name) };
    await writer.announced.received;
  }

  #writer(name: string): Writer {
    const known = this.#writers.get(name);
    if (known) return known;
    if (this.#writers.size >= pruneThreshold) this.#dropReplayed();
    const writer: Writer = { open: 0, until: 0, announced: undefined };
    this.#writers.set(name, writer);
    return writer;
  }

  #dropReplayed(): void {
    const isFull = this.#writers.size >= maxWriters;
    for (const [name, { open, until }] of this.#writers) {
      if (open > 0 || !(isFull || this.#replica.shows(until))) continue;
      if (isFull) this.#untilOfOthers = Math.max(this.#untilOfOthers, until);
      this.#writers.delete(name);
    }
  }
}

const nameOf = ({ app, user }: Caller): string => `${app?.id ?? ''} ${user?.id ?? ''}`;
