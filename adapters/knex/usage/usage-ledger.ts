import type { Session } from '../sessions/session.js';
import { add, isSame, readTags, type ShareVector } from './share-vector.js';
import { type Entry, entryOf, rowOf, type StoredUsage, shareOfStored, totalsOf } from './usage-entry.js';
import { countAddresses, deleteCounts, lockUsage, readLines, takeChanges, writeCounts } from './usage-statements.js';

/** So many steps are more than there are in any tree: subnets that stand below each other in a ring would never end. */
const maxSteps = 1_000_000;

/**
 * Changes the usage counts of some subnets, in one transaction, as nobody else does until it ends. Each subnet tells its master
 * what it counts for, and tells it anew when that changes or when it gets another master; so what is kept of a master is right
 * as soon as all that is below it has told. What is written is computed from what was read behind the lock and behind the last
 * change that was taken; whatever changed since then has left a change to be taken.
 */
export class UsageLedger {
  readonly #session: Session;
  readonly #entries = new Map<number, Entry>();
  readonly #changed = new Set<Entry>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Waits for others who change usage counts. @param work done with all changes of the ledger written at its end */
  static run<T>(session: Session, work: (ledger: UsageLedger, held: Session) => Promise<T>): Promise<T> {
    return session.transact(async (held) => {
      await held.lock('usage', lockUsage);
      const ledger = new UsageLedger(held);
      const result = await work(ledger, held);
      await ledger.write();
      return result;
    });
  }

  /** Counts in so many changes at most. @returns whether there may be more */
  async countIn(max: number): Promise<boolean> {
    await this.#readAnew();
    const [taken] = await this.#session.prepared(takeChanges, { max });
    const changes = taken?.changes ?? [];
    await this.#read(changes.map(([id]) => id));
    for (const [id, tag, change] of changes) {
      const entry = this.#entry(id);
      if (!entry.kept) continue;
      if (change !== 0) entry.kept.addresses.set(tag, (entry.kept.addresses.get(tag) ?? 0n) + BigInt(change));
      this.#changed.add(entry);
    }
    await this.propagate(changes.map(([id]) => id));
    return taken?.isLast === false;
  }

  /** Keeps counts of subnets from now on, if they are there. @returns those whose children are not gathered */
  async store(ids: readonly number[]): Promise<number[]> {
    await this.#read(ids);
    await this.#begin(ids);
    return ids.filter((id) => this.#entry(id).kept?.isGathered === false);
  }

  /** Notes that all children of subnets have told. */
  async markGathered(ids: readonly number[]): Promise<void> {
    await this.#read(ids);
    for (const entry of ids.map((id) => this.#entry(id))) {
      if (!entry.kept) continue;
      entry.kept.isGathered = true;
      this.#changed.add(entry);
    }
  }

  /**
   * Subnets whose usage is not what follows from what is kept of them, or that have told their masters something else than what
   * they count for, or nothing although those have heard all of their children.
   */
  async inconsistentOf(ids: readonly number[]): Promise<ReadonlySet<number>> {
    await this.#readAnew();
    await this.#read(ids);
    await this.#read(ids.flatMap((id) => this.#mastersOf(id)));
    return new Set(ids.filter((id) => !this.#isConsistent(this.#entry(id))));
  }

  #isConsistent(entry: Entry): boolean {
    const { used, size } = totalsOf(entry);
    if (entry.kept && (entry.kept.used !== used || entry.kept.size !== size)) return false;
    const { subnet, kept } = entry;
    const master = this.#masterOf(entry);
    if (!subnet || !kept || !master) return !kept?.reportedShare;
    if (!kept.reportedShare) return !master.kept?.isGathered; // it is told when somebody asks for its usage
    return kept.reportedShare.to === master.id && isSame(kept.reportedShare.share, shareOfStored(subnet, kept));
  }

  /** Puts right what is kept of a subnet. Its children are to be gathered behind that. */
  async mend(id: number, right: Pick<StoredUsage, 'addresses' | 'children'>): Promise<void> {
    await this.#read([id]);
    const entry = this.#entry(id);
    if (!entry.kept) return;
    entry.kept = { ...entry.kept, ...right, isGathered: false };
    this.#changed.add(entry);
    await this.propagate([id]);
  }

  /**
   * Has subnets tell their masters what they count for by now, and these theirs. Masters of which nothing is kept are not told;
   * of children whose masters are told something is kept from now on.
   */
  async propagate(ids: readonly number[]): Promise<void> {
    let steps = 0;
    for (let next: ReadonlySet<number> = new Set(ids); next.size > 0; ) {
      await this.#read([...next]);
      await this.#read([...next].flatMap((id) => this.#mastersOf(id)));
      await this.#begin([...next].filter((id) => this.#masterOf(this.#entry(id)) !== undefined));
      const above = new Set<number>();
      for (const id of next) for (const master of this.#propagateFrom(this.#entry(id))) above.add(master);
      steps += next.size;
      if (steps > maxSteps) throw new Error('subnets stand below each other in a ring');
      next = above;
    }
  }

  /** @returns the masters whose own share may be another now */
  #propagateFrom(entry: Entry): number[] {
    const { kept, subnet, id } = entry;
    if (!kept) return [];
    const master = this.#masterOf(entry);
    const told = subnet && master ? { to: master.id, share: shareOfStored(subnet, kept) } : undefined;
    const before = kept.reportedShare;
    if (subnet && before?.to === told?.to && (!before || !told || isSame(before.share, told.share))) return [];
    if (before) this.#add(before.to, before.share, -1n);
    if (told) this.#add(told.to, told.share, 1n);
    kept.reportedShare = told;
    this.#changed.add(entry);
    if (!subnet) entry.kept = undefined;
    return [before?.to, told?.to].filter((to) => to !== undefined).filter((to) => to !== id);
  }

  #add(masterId: number, share: ShareVector, times: 1n | -1n): void {
    const entry = this.#entry(masterId);
    if (!entry.kept) return;
    add(entry.kept.children, share, times);
    this.#changed.add(entry);
  }

  #entry(id: number): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`nothing was read of subnet ${id}`);
    return entry;
  }

  /** The master of a subnet, if something is kept of it. */
  #masterOf({ subnet }: Entry): Entry | undefined {
    const master = subnet?.masterId == null ? undefined : this.#entry(subnet.masterId);
    return master?.subnet && master.kept ? master : undefined;
  }

  /** The masters that it has, and that it told. */
  #mastersOf(id: number): number[] {
    const { subnet, kept } = this.#entry(id);
    return [subnet?.masterId, kept?.reportedShare?.to].filter((master) => typeof master === 'number');
  }

  /** Forgets what was read: a change that is taken from now on may be one of what others have stored since then. */
  async #readAnew(): Promise<void> {
    await this.write();
    this.#entries.clear();
  }

  /** Reads subnets and what is above them, unless that was read already. */
  async #read(ids: readonly number[]): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.#entries.has(id));
    if (unread.length === 0) return;
    for (const row of await this.#session.prepared(readLines, { ids: unread }))
      if (!this.#entries.has(row.id)) this.#entries.set(row.id, entryOf(row));
  }

  /** Keeps counts of those of which nothing was kept. */
  async #begin(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => this.#entry(id).subnet && !this.#entry(id).kept);
    if (unknown.length === 0) return;
    await this.#session.allowLong();
    for (const { id, addresses, hasChildren } of await this.#session.prepared(countAddresses, { ids: unknown })) {
      const entry = this.#entry(id);
      entry.kept = {
        addresses: readTags(addresses ?? []),
        children: new Map(),
        isGathered: !hasChildren,
        reportedShare: undefined,
      };
      this.#changed.add(entry);
    }
  }

  /** Writes what has changed so far, for whoever reads it in the same transaction. */
  async write(): Promise<void> {
    const rows = [...this.#changed].flatMap((entry) => (entry.kept ? [rowOf(entry, entry.kept)] : []));
    const gone = [...this.#changed].flatMap(({ id, kept }) => (kept ? [] : [id]));
    this.#changed.clear();
    if (rows.length > 0) await this.#session.deferred(writeCounts, { rows: JSON.stringify(rows) });
    if (gone.length > 0) await this.#session.deferred(deleteCounts, { ids: gone });
  }
}
