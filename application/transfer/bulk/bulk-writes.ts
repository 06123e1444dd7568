import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { requireFewItems } from '../../../domain/listing/list-limits.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { ExpectedNetwork } from '../../../domain/subnet/subnet.js';
import type { Caller } from '../../caller.js';
import type { Deletion } from '../../inventory/address-deletions.js';
import type { Clock, Timers } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Outcome } from '../../unit-of-work/batch.js';
import { retryWhileOutdated } from '../../unit-of-work/optimistic-retry.js';
import { runFor } from '../../unit-of-work/units-of-work.js';

export type BulkItem =
  /** @param prefix of a new subnet; null for a folder */
  | { readonly action: 'create'; readonly input: Input; readonly prefix?: Prefix | null }
  | { readonly action: 'change'; readonly id: number; readonly input: Input; readonly expectedNetwork?: ExpectedNetwork }
  | { readonly action: 'delete'; readonly id: number; readonly options?: Deletion };

export type BulkOutcome = Outcome<number>;

export interface ItemWriter {
  lock(items: readonly BulkItem[]): Promise<void>;
  /** Writes items in order; failed items change nothing. */
  write(items: readonly BulkItem[]): Promise<BulkOutcome[]>;
}

export type MakeItemWriter = (repositories: Repositories, caller: Caller, timestamp: string) => ItemWriter;

/** An error of one item. No item was written. */
export class BulkItemError extends Error {
  override readonly name = 'BulkItemError';
  readonly index: number;
  override readonly cause: IpamError;

  constructor(index: number, cause: IpamError) {
    super(`items[${index}]: ${cause.message}`);
    this.index = index;
    this.cause = cause;
  }
}

export const readConcurrency = 64;

/** Number of items per unit of work if each may fail separately. Other writers wait for its locks. */
const itemsPerUnit = 64;

export class BulkWrites {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #writer: MakeItemWriter;
  readonly #resting: (() => void)[] = [];

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, writer: MakeItemWriter) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#writer = writer;
  }

  /** Writes all items or none. @returns the ids, in item order @throws BulkItemError, IpamError bulk.items */
  async atomically(caller: Caller, items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    requireFewItems(items);
    let firstError: BulkItemError | undefined;
    const check = (outcome: BulkOutcome, index: number): void => {
      if (!('error' in outcome)) return;
      firstError = itemErrorOf(index, outcome.error);
      throw firstError;
    };
    try {
      return await this.#together(caller, items, check);
    } catch (error) {
      throw error === firstError?.cause ? firstError : error; // a storage rethrows the first error of its unit of work
    }
  }

  /**
   * Writes each item independently. With writeOptions, all items share one unit of work.
   * Stops between units of work if the client disconnects (Caller.requireAwaited). Committed items remain.
   * @returns a result per item; after a storage failure, the remaining items have its error
   * @throws IpamError bulk.items
   */
  async oneByOne(caller: Caller, items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    requireFewItems(items);
    if (caller.writeOptions) return this.#together(caller, items, () => {});
    const outcomes: BulkOutcome[] = [];
    for (let start = 0; start < items.length; start += itemsPerUnit) {
      if (start > 0) await this.#yieldToEventLoop();
      caller.requireAwaited?.();
      try {
        await this.#writePiece(caller, items.slice(start, start + itemsPerUnit), outcomes);
      } catch (error) {
        if (outcomes.length === 0 || !(error instanceof StorageError)) throw error;
        return items.map((_, index) => outcomes[index] ?? { error });
      }
    }
    return outcomes;
  }

  #together(
    caller: Caller,
    items: readonly BulkItem[],
    check: (outcome: BulkOutcome, index: number) => void,
  ): Promise<BulkOutcome[]> {
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        caller.requireAwaited?.();
        const timestamp = formatTimestamp(this.#clock.now());
        const writer = this.#writer(repositories, caller, timestamp);
        await writer.lock(items);
        const outcomes: BulkOutcome[] = [];
        for (let start = 0; start < items.length; start += itemsPerUnit) {
          if (start > 0) await this.#yieldToEventLoop();
          caller.requireAwaited?.();
          outcomes.push(...(await writer.write(items.slice(start, start + itemsPerUnit))));
          for (const [index, outcome] of outcomes.slice(start).entries()) check(outcome, start + index);
        }
        return outcomes;
      }),
    );
  }

  /** Writes items in one unit of work. If the storage reports an error of the unit of work, writes each item separately. */
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

/** @throws errors that the item did not cause */
function itemErrorOf(index: number, error: unknown): BulkItemError {
  if (error instanceof IpamError) return new BulkItemError(index, error);
  throw error;
}
