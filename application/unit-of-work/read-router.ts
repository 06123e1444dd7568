import type { Caller } from '../caller.js';
import type { ReadReplica } from '../ports/database.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Where a caller reads records. */
export type ReadersFor = (caller: Caller) => Readers;

/** Tells the other processes of the service who writes. @returns when all that can be told have heard it */
export type AnnounceWrites = (writer: string) => Promise<void>;

/** What is known of the writes of a user of an application. */
interface Writer {
  /** How many are under way in this process. */
  open: number;
  /** The moment until which it may have written. */
  until: number;
  /** When the others were told last, and when they had heard it. */
  told: { readonly at: number; readonly heard: Promise<void> } | undefined;
}

/** For how long others take a writer for one after they have heard of it, and how soon they are told again, in milliseconds. */
const validity = 5000;
const announceIntervalMs = 1000;

/** Of more writers than this it is looked whether they are shown by now; so many are told apart at most. */
const pruneThreshold = 1000;
const maxWriters = 10_000;

/**
 * Where a caller reads: from the replica when that shows all that the caller has written, else from the database itself. The
 * caller is a user of an application, or an application without users, in all processes of a service: the others are told
 * before a write is acknowledged.
 */
export class ReadRouter {
  readonly #readers: Readers;
  readonly #replica: ReadReplica;
  readonly #announce: AnnounceWrites | undefined;
  readonly #writers = new Map<string, Writer>();
  /** The moment until which those who are not told apart may have written. */
  #untilOfOthers: number;

  /** @param tellOthers where there are other processes that read for the same callers */
  constructor(readers: Readers, replica: ReadReplica, tellOthers?: AnnounceWrites) {
    this.#readers = readers;
    this.#replica = replica;
    this.#announce = tellOthers;
    this.#untilOfOthers = replica.now() + (tellOthers ? validity : 0); // what others told before this process heard it
  }

  /** Where a caller reads records now. */
  readersFor(caller: Caller): Readers {
    const replica = this.#replica;
    const writer = this.#writers.get(nameOf(caller));
    if (writer && writer.open > 0) return this.#readers;
    return replica.shows(Math.max(writer?.until ?? 0, this.#untilOfOthers)) ? replica.readers : this.#readers;
  }

  /** Does what may write for a caller, whose reads behind it show it. */
  async writing<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    const name = nameOf(caller);
    const writer = this.#writer(name);
    writer.open++;
    const told = this.#tell(name, writer, replica.now());
    try {
      return await work();
    } finally {
      await told;
      if (writer.told && replica.now() > writer.told.at + validity) await this.#tell(name, writer, replica.now());
      writer.until = Math.max(writer.until, replica.now());
      writer.open--;
    }
  }

  /** Another process of the service writes for a caller, or is about to. @param name as it told it */
  heard(name: string): void {
    const writer = this.#writer(name);
    writer.until = Math.max(writer.until, this.#replica.now() + validity);
  }

  async #tell(name: string, writer: Writer, now: number): Promise<void> {
    if (!this.#announce) return;
    if (!writer.told || now >= writer.told.at + announceIntervalMs) writer.told = { at: now, heard: this.#announce(name) };
    await writer.told.heard;
  }

  #writer(name: string): Writer {
    const known = this.#writers.get(name);
    if (known) return known;
    if (this.#writers.size >= pruneThreshold) this.#dropReplayed();
    const writer: Writer = { open: 0, until: 0, told: undefined };
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
