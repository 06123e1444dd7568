import type { UsageCounts } from '../../../domain/subnet/usage.js';
import { idsOnly } from '../lists/subnet-listing.js';
import { subnetSegments } from '../lists/subnet-query.js';
import { isId } from '../records/field-columns.js';
import { listChunks } from '../records/keyset-list.js';
import type { Session } from '../sessions/session.js';
import { Pace } from './pace.js';
import { readTags, readVector, type StoredTags, type StoredVector, shareOfVector } from './share-vector.js';
import { UsageLedger } from './usage-ledger.js';
import { anyChange, readCounts, ungatheredSubnets } from './usage-statements.js';

/**
 * How long a transaction that changes counts should take, in milliseconds: others who want to change some wait for it, and for an
 * embedded database everybody does.
 */
const aim = 100;
const aimAlone = 25;

/** How often it is looked whether all is counted in: while it is, others may move uncounted subnets below. */
const maxRounds = 10;

/** What waits to be brought up to date together. */
interface Round {
  readonly ids: Set<number>;
  readonly done: Promise<void>;
}

/**
 * The usage counts of subnets: gathered when they are first asked for, and from then on brought up to date when they are asked
 * for and something has changed. Requests of this process that come at once share that.
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

  /** Of subnets by their ids, as they are at least as late as now. Those that are not there are left out. */
  async of(ids: readonly number[]): Promise<Map<number, UsageCounts>> {
    const wanted = ids.filter(isId);
    let { counts, missing, isBehind } = await this.#state(wanted);
    if (isBehind || missing.length > 0) {
      await this.#catchUp(missing);
      for (let looks = 0; looks < maxRounds; looks++) {
        ({ counts, missing } = await this.#state(wanted));
        if (missing.every((id) => !counts.has(id))) break; // they are not there
        await this.#catchUp(missing);
      }
    }
    return counts;
  }

  /** Counts in what has changed. */
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

  /** What is kept. missing are those of which nothing is, or not all; isBehind tells whether anything may have changed. */
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

  /** Whoever comes while this is under way waits for the next time: what it has just stored may have been passed over. */
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
    await this.gather(await this.#inBatches([...ids], (ledger, part) => ledger.store(part)));
    for (let looks = 0; looks < maxRounds && (await this.#isMissing([...ids])); looks++) {
      const left = await this.#session.prepared(ungatheredSubnets);
      await this.gather(left.map(({ id }) => id));
    }
  }

  async #isMissing(ids: readonly number[]): Promise<boolean> {
    const { counts, missing } = await this.#state(ids);
    return missing.some((id) => counts.has(id));
  }

  /**
   * Has all that is below some subnets tell what it counts for: from above to below, what has no children and what is gathered;
   * then the others from below to above, each once.
   */
  async gather(ids: readonly number[]): Promise<void> {
    const downwards = [...ids];
    for (const id of downwards)
      for await (const part of this.#childrenOf(id)) downwards.push(...(await this.#inBatches(part, gatherSome)));
    await this.#inBatches(downwards.reverse(), async (ledger, part) => {
      await ledger.markGathered(part);
      await ledger.propagate(part);
      return [];
    });
  }

  /** Does something with subnets, so many in a transaction as keep nobody waiting for long. @returns what it gave for all parts */
  async #inBatches(ids: readonly number[], work: (ledger: UsageLedger, part: readonly number[]) => Promise<readonly number[]>) {
    const given: number[] = [];
    for (let done = 0; done < ids.length; ) {
      const part = ids.slice(done, done + this.#pace.size);
      given.push(
        ...(await this.#change(
          (ledger) => work(ledger, part),
          () => part.length,
        )),
      );
      done += part.length;
    }
    return given;
  }

  /** Changes counts in a transaction, and notes how long that took. @param countOf of how many subnets it was */
  async #change<T>(work: (ledger: UsageLedger) => Promise<T>, countOf: (result: T) => number): Promise<T> {
    let begun = 0;
    const result = await UsageLedger.run(this.#session, (ledger) => {
      begun = performance.now();
      return work(ledger);
    });
    this.#pace.note(countOf(result), performance.now() - begun);
    return result;
  }

  async *#childrenOf(id: number): AsyncGenerator<readonly number[], void, undefined> {
    let part: number[] = [];
    const segments = subnetSegments({ masterSubnetId: id, order: { by: 'network' } });
    for await (const rows of listChunks(this.#session, idsOnly, segments)) {
      part.push(...rows.map(([child]) => Number(child)));
      if (part.length < this.#pace.size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }
}

/** Has children tell what they count for. @returns those whose own children are to be gathered before they tell */
async function gatherSome(ledger: UsageLedger, ids: readonly number[]): Promise<readonly number[]> {
  const ungathered = new Set(await ledger.store(ids));
  await ledger.propagate(ids.filter((id) => !ungathered.has(id)));
  return [...ungathered];
}

/** Reads what is stored of several subnets: many have the same of it, such as no children, and share what it is read as. */
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

  /** @returns what they count for, and whether that is all */
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
