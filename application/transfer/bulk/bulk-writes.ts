import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { requireFewItems } from '../../../domain/listing/list-limits.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { NamedNetwork } from '../../../domain/subnet/subnet.js';
import type { Caller } from '../../caller.js';
import type { Deletion } from '../../inventory/address-deletions.js';
import type { Clock, Timers } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Outcome } from '../../unit-of-work/batch.js';
import { retryWhileOutdated } from '../../unit-of-work/optimistic-retry.js';
import { runFor } from '../../unit-of-work/units-of-work.js';

/** One of many things to be written. */
export type BulkItem =
  /** @param prefix the network of a new subnet; null for a folder */
  | { readonly action: 'create'; readonly input: Input; readonly prefix?: Prefix | null }
  /** @param named the network of the subnet, where it is said */
  | { readonly action: 'change'; readonly id: number; readonly input: Input; readonly named?: NamedNetwork }
  | { readonly action: 'delete'; readonly id: number; readonly options?: Deletion };

/** What became of an item: the id of the record, or the mistake that its sender made. */
export type BulkOutcome = Outcome<number>;

/** Writes items of one sort within a unit of work. */
export interface ItemWriter {
  /** Locks the rows that items are about, in the order in which everybody does. */
  lock(items: readonly BulkItem[]): Promise<void>;
  /** Writes items in their order; those that fail change nothing. */
  write(items: readonly BulkItem[]): Promise<BulkOutcome[]>;
}

export type MakeItemWriter = (repositories: Repositories, caller: Caller, timestamp: string) => ItemWriter;

/** A mistake in one of several items, of which none was written. */
export class BulkMistake extends Error {
  override readonly name = 'BulkMistake';
  /** Which item, from 0. */
  readonly index: number;
  override readonly cause: IpamError;

  constructor(index: number, cause: IpamError) {
    super(`items[${index}]: ${cause.message}`);
    this.index = index;
    this.cause = cause;
  }
}

/** How many items are looked at side by side before their rows are locked. */
export const readConcurrency = 64;

/** How many items share a unit of work where each may fail alone: others wait for the rows that it holds. */
const piece = 64;

/** Writes many records of one sort by few units of work. */
export class BulkWrites {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #writer: MakeItemWriter;
  /** Those that wait for their next piece, in the order in which they came. */
  readonly #resting: (() => void)[] = [];

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, writer: MakeItemWriter) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#writer = writer;
  }

  /** Writes all items or none. @returns the ids, in the order of the items. @throws BulkMistake, IpamError bulk.items */
  async atomically(caller: Caller, items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    requireFewItems(items);
    let mistake: BulkMistake | undefined;
    const look = (outcome: BulkOutcome, index: number): void => {
      if (!('error' in outcome)) return;
      mistake = mistakeIn(index, outcome.error);
      throw mistake;
    };
    try {
      return await this.#together(caller, items, look);
    } catch (error) {
      throw error === mistake?.cause ? mistake : error; // a storage tells what spoiled its unit of work, whatever is thrown
    }
  }

  /**
   * Writes each item by itself; together where a single unit of work is asked for (WriteTerms). It ends between two units of
   * work when the client leaves (Caller.requireAwaited): those that are committed stay.
   * @returns what became of each; when the storage fails in between, that is what became of the others
   * @throws IpamError bulk.items
   */
  async oneByOne(caller: Caller, items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    requireFewItems(items);
    if (caller.terms) return this.#together(caller, items, () => {});
    const outcomes: BulkOutcome[] = [];
    for (let start = 0; start < items.length; start += piece) {
      if (start > 0) await this.#yieldToEventLoop();
      caller.requireAwaited?.();
      try {
        await this.#writePiece(caller, items.slice(start, start + piece), outcomes);
      } catch (error) {
        if (outcomes.length === 0 || !(error instanceof StorageError)) throw error;
        return items.map((_, index) => outcomes[index] ?? { error });
      }
    }
    return outcomes;
  }

  /** Writes all items in one unit of work. @param look at what became of each */
  #together(
    caller: Caller,
    items: readonly BulkItem[],
    look: (outcome: BulkOutcome, index: number) => void,
  ): Promise<BulkOutcome[]> {
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        caller.requireAwaited?.();
        const timestamp = formatTimestamp(this.#clock.now());
        const writer = this.#writer(repositories, caller, timestamp);
        await writer.lock(items);
        const outcomes: BulkOutcome[] = [];
        for (let start = 0; start < items.length; start += piece) {
          if (start > 0) await this.#yieldToEventLoop();
          caller.requireAwaited?.();
          outcomes.push(...(await writer.write(items.slice(start, start + piece))));
          for (const [index, outcome] of outcomes.slice(start).entries()) look(outcome, start + index);
        }
        return outcomes;
      }),
    );
  }

  /** Together, or when the storage finds a mistake that spoils all, each alone. @param outcomes to which theirs are added */
  async #writePiece(caller: Caller, items: readonly BulkItem[], outcomes: BulkOutcome[]): Promise<void> {
    try {
      outcomes.push(...(await this.#together(caller, items, () => {})));
      return;
    } catch (error) {
      if (!(error instanceof IpamError)) throw error;
      if (items.length === 1) {
        outcomes.push({ error });
        return;
      }
    }
    for (const item of items) await this.#writePiece(caller, [item], outcomes);
  }

  /** Yields to the event loop. Of requests that wait, one goes on in each turn, so that others wait for no more than one piece. */
  #yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#resting.push(resolve) === 1) this.#timers.after(0, this.#goOn);
    });
  }

  readonly #goOn = (): void => {
    this.#resting.shift()?.();
    if (this.#resting.length > 0) this.#timers.after(0, this.#goOn);
  };
}

/** @throws what is no mistake of a sender */
function mistakeIn(index: number, error: unknown): BulkMistake {
  if (error instanceof IpamError) return new BulkMistake(index, error);
  throw error;
}
