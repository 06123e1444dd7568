import type { UsageCounts } from '../../../domain/subnet/usage.js';
import { idsOnly } from '../lists/subnet-listing.js';
import { subnetSegments } from '../lists/subnet-query.js';
import { isId } from '../records/field-columns.js';
import { listChunks } from '../records/keyset-list.js';
import type { Session } from '../sessions/session.js';
import { readTags, readVector, type StoredTags, type StoredVector, shareOfVector } from './share-vector.js';
import { UsageLedger } from './usage-ledger.js';
import { anyChange, readCounts, ungatheredSubnets } from './usage-statements.js';

/** Number of subnets in the first transaction. `min` and `max` limit the number in all transactions. */
const first = 100;
const min = 10;
const max = 1000;

/** Maximum factor between two consecutive transactions, because the duration also depends on other load. */
const change = 2;

/** Adapts the number of subnets in a transaction to a target duration in milliseconds, because other writers wait. */
export class Pace {
  readonly #aim: number;
  #size = first;

  constructor(aim: number) {
    this.#aim = aim;
  }

  get size(): number {
    return this.#size;
  }

  /** @param count number of subnets; a short duration for few subnets may not scale to many */
  note(count: number, milliseconds: number): void {
    const fitting = Math.round((this.#size * this.#aim) / Math.max(milliseconds, 1));
    if (fitting > this.#size && count < this.#size) return;
    const within = Math.min(Math.max(fitting, Math.ceil(this.#size / change)), this.#size * change);
    this.#size = Math.min(Math.max(within, min), max);
  }
}

/** Target duration of a transaction in milliseconds. Other writers wait meanwhile; in an embedded database, all statements. */
const aim = 100;
const aimAlone = 25;

/** Maximum number of reads of the counts: uncounted subnets may be moved into the tree meanwhile. */
const maxRounds = 10;

interface Round {
  readonly ids: Set<number>;
  readonly done: Promise<void>;
}

/**
 * The first request stores the counts. Later requests add pending changes to the stored counts. Concurrent requests of this process
 * share the work.
 */
export class StoredUsageCounts {
  readonly #session: Session;
  readonly #pace: Pace;
  #last: Promise<void> = Promise.resolve();
  #next: Round | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#pace = new Pace(session.isAlone ? aimAlone : aim);
  }

  /** Returns current counts by id, without subnets that do not exist. */
  async of(ids: readonly number[]): Promise<Map<number, UsageCounts>> {
    const requested = ids.filter(isId);
    let { counts, missing, isBehind } = await this.#state(requested);
    if (isBehind || missing.length > 0) {
      await this.#catchUp(missing);
      for (let looks = 0; looks < maxRounds; looks++) {
        ({ counts, missing } = await this.#state(requested));
        if (missing.every((id) => !counts.has(id))) break; // these do not exist
        await this.#catchUp(missing);
      }
    }
    return counts;
  }

  async countIn(): Promise<void> {
    const [found] = await this.#session.lookup(anyChange);
    for (let more = found !== undefined; more; ) {
      const { size } = this.#pace;
      more = await this.#change(
        (ledger) => ledger.countIn(size),
        (hasMore) => (hasMore ? size : 0),
      );
    }
  }

  /** Reads the stored counts. `missing` are ids without complete counts. `isBehind` is true if changes may be pending. */
  async #state(ids: readonly number[]) {
    const rows = await this.#session.lookup(readCounts, { ids });
    const missing = new Set(ids);
    const counts = new Map<number, UsageCounts>();
    const readings = new Readings();
    for (const [id, addresses, children, isGathered] of rows) {
      const { share, isWhole } = readings.children(children ?? '{}');
      if (isGathered && isWhole) missing.delete(Number(id));
      counts.set(Number(id), { addresses: readings.addresses(addresses ?? '[]'), children: share });
    }
    return { counts, missing: [...missing], isBehind: Boolean(rows[0]?.[4]) };
  }

  /** Waits for the next update. A running update is not sufficient, because it may have missed the latest changes. */
  #catchUp(ids: readonly number[]): Promise<void> {
    if (!this.#next) {
      const together = new Set<number>();
      const done = this.#last.then(() => {
        this.#next = undefined;
        return this.#update(together);
      });
      this.#next = { ids: together, done };
      this.#last = done.catch(() => {});
    }
    for (const id of ids) this.#next.ids.add(id);
    return this.#next.done;
  }

  async #update(ids: ReadonlySet<number>): Promise<void> {
    await this.countIn();
    if (ids.size === 0) return;
    await this.gather(await this.#inBatches([...ids], (ledger, chunk) => ledger.store(chunk)));
    for (let looks = 0; looks < maxRounds && (await this.#isMissing([...ids])); looks++) {
      const left = await this.#session.prepared(ungatheredSubnets);
      await this.gather(left.map(({ id }) => id));
    }
  }

  async #isMissing(ids: readonly number[]): Promise<boolean> {
    const { counts, missing } = await this.#state(ids);
    return missing.some((id) => counts.has(id));
  }

  /** A descending pass stores complete shares, such as those of networks without children. An ascending pass stores the others. */
  async gather(ids: readonly number[]): Promise<void> {
    const downwards = [...ids];
    for (const id of downwards)
      for await (const chunk of this.#childrenOf(id)) downwards.push(...(await this.#inBatches(chunk, gatherSome)));
    await this.#inBatches(downwards.reverse(), async (ledger, chunk) => {
      await ledger.markGathered(chunk);
      await ledger.propagate(chunk);
      return [];
    });
  }

  /** Processes subnets in short transactions. @returns the results of all batches */
  async #inBatches(ids: readonly number[], work: (ledger: UsageLedger, chunk: readonly number[]) => Promise<readonly number[]>) {
    const input: number[] = [];
    for (let done = 0; done < ids.length; ) {
      const chunk = ids.slice(done, done + this.#pace.size);
      input.push(
        ...(await this.#change(
          (ledger) => work(ledger, chunk),
          () => chunk.length,
        )),
      );
      done += chunk.length;
    }
    return input;
  }

  /** @param countOf returns the size of the work for `Pace`: the number of subnets or of changes; 0 for a partial batch */
  async #change<T>(work: (ledger: UsageLedger) => Promise<T>, countOf: (result: T) => number): Promise<T> {
    let started = 0;
    const result = await UsageLedger.run(this.#session, (ledger) => {
      started = performance.now();
      return work(ledger);
    });
    this.#pace.note(countOf(result), performance.now() - started);
    return result;
  }

  async *#childrenOf(id: number): AsyncGenerator<readonly number[], void, undefined> {
    let chunk: number[] = [];
    const segments = subnetSegments({ masterSubnetId: id, order: { by: 'network' } });
    for await (const rows of listChunks(this.#session, idsOnly, segments)) {
      chunk.push(...rows.map(([child]) => Number(child)));
      if (chunk.length < this.#pace.size) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }
}

/** Reports the shares of children. @returns those whose own children must be counted first */
async function gatherSome(ledger: UsageLedger, ids: readonly number[]): Promise<readonly number[]> {
  const ungathered = new Set(await ledger.store(ids));
  await ledger.propagate(ids.filter((id) => !ungathered.has(id)));
  return [...ungathered];
}

/** Caches parsed values, because many subnets have equal stored counts. */
class Readings {
  readonly #addresses = new Map<string, UsageCounts['addresses']>();
  readonly #children = new Map<string, { readonly share: UsageCounts['children']; readonly isWhole: boolean }>();

  addresses(stored: string): UsageCounts['addresses'] {
    let tags = this.#addresses.get(stored);
    if (!tags) {
      tags = readTags(JSON.parse(stored) as StoredTags);
      this.#addresses.set(stored, tags);
    }
    return tags;
  }

  children(stored: string): { readonly share: UsageCounts['children']; readonly isWhole: boolean } {
    let read = this.#children.get(stored);
    if (!read) {
      const vector = readVector(JSON.parse(stored) as StoredVector);
      read = { share: shareOfVector(vector), isWhole: !vector.has('missing') };
      this.#children.set(stored, read);
    }
    return read;
  }
}
