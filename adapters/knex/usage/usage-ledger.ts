import { Prefix } from '../../../domain/net/prefix.js';
import { type CountedSubnet, shareOf, usageOf } from '../../../domain/subnet/usage.js';
import type { Session } from '../sessions/session.js';
import {
  add,
  isSame,
  readTags,
  readVector,
  type ShareVector,
  shareOfVector,
  storedTags,
  storedVector,
  vectorOf,
} from './share-vector.js';
import {
  countAddresses,
  deleteCounts,
  type LineRow,
  lockUsage,
  readLines,
  type StoredUsageRow,
  takeChanges,
  writeCounts,
} from './usage-statements.js';

/** Upper limit of steps, above that of any tree: a cycle of subnets would never end. */
const maxSteps = 1_000_000;

/**
 * Changes usage counts under the usage lock. Each subnet reports its share to its parent, again after each change. A parent is
 * complete once all descendants have reported. The ledger computes written values from data that it has read after it acquired the
 * lock and consumed the last changes.
 */
export class UsageLedger {
  readonly #session: Session;
  readonly #entries = new Map<number, Entry>();
  readonly #changed = new Set<Entry>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Writes the changes at the end of `work`. */
  static run<T>(session: Session, work: (ledger: UsageLedger, transaction: Session) => Promise<T>): Promise<T> {
    return session.transact(async (transaction) => {
      await transaction.lock('usage', lockUsage);
      const ledger = new UsageLedger(transaction);
      const result = await work(ledger, transaction);
      await ledger.write();
      return result;
    });
  }

  /** @returns whether there may be more changes */
  async countIn(max: number): Promise<boolean> {
    await this.#readAnew();
    const [taken] = await this.#session.prepared(takeChanges, { max });
    const changes = taken?.changes ?? [];
    await this.#read(changes.map(([id]) => id));
    for (const [id, tag, change] of changes) {
      const entry = this.#entry(id);
      if (!entry.stored) continue;
      if (change !== 0) entry.stored.addresses.set(tag, (entry.stored.addresses.get(tag) ?? 0n) + BigInt(change));
      this.#changed.add(entry);
    }
    await this.propagate(changes.map(([id]) => id));
    return taken?.isLast === false;
  }

  /** Starts to store counts of existing subnets. @returns those whose children are not counted */
  async store(ids: readonly number[]): Promise<number[]> {
    await this.#read(ids);
    await this.#begin(ids);
    return ids.filter((id) => this.#entry(id).stored?.isGathered === false);
  }

  /** Marks subnets whose children have all reported. */
  async markGathered(ids: readonly number[]): Promise<void> {
    await this.#read(ids);
    for (const entry of ids.map((id) => this.#entry(id))) {
      if (!entry.stored) continue;
      entry.stored.isGathered = true;
      this.#changed.add(entry);
    }
  }

  /**
   * Returns subnets whose stored usage contradicts their counts, whose reported share is wrong, or that have reported no share
   * although all children of their parent count as reported.
   */
  async inconsistentOf(ids: readonly number[]): Promise<ReadonlySet<number>> {
    await this.#readAnew();
    await this.#read(ids);
    await this.#read(ids.flatMap((id) => this.#mastersOf(id)));
    return new Set(ids.filter((id) => !this.#isConsistent(this.#entry(id))));
  }

  #isConsistent(entry: Entry): boolean {
    const { used, size } = totalsOf(entry);
    if (entry.stored && (entry.stored.used !== used || entry.stored.size !== size)) return false;
    const { subnet, stored } = entry;
    const master = this.#masterOf(entry);
    if (!subnet || !stored || !master) return !stored?.reportedShare;
    if (!stored.reportedShare) return !master.stored?.isGathered; // reported on the next request for the parent's usage
    return stored.reportedShare.to === master.id && isSame(stored.reportedShare.share, shareOfStored(subnet, stored));
  }

  /** Corrects the stored counts of a subnet. Its children must be counted afterwards. */
  async mend(id: number, right: Pick<StoredUsage, 'addresses' | 'children'>): Promise<void> {
    await this.#read([id]);
    const entry = this.#entry(id);
    if (!entry.stored) return;
    entry.stored = { ...entry.stored, ...right, isGathered: false };
    this.#changed.add(entry);
    await this.propagate([id]);
  }

  /** Reports the current shares upwards. Parents without stored counts are skipped; children of other parents get stored counts. */
  async propagate(ids: readonly number[]): Promise<void> {
    let steps = 0;
    for (let next: ReadonlySet<number> = new Set(ids); next.size > 0; ) {
      await this.#read([...next]);
      await this.#read([...next].flatMap((id) => this.#mastersOf(id)));
      await this.#begin([...next].filter((id) => this.#masterOf(this.#entry(id)) !== undefined));
      const above = new Set<number>();
      for (const id of next) for (const master of this.#propagateFrom(this.#entry(id))) above.add(master);
      steps += next.size;
      if (steps > maxSteps) throw new Error('subnets form a cycle');
      next = above;
    }
  }

  /** @returns the parents whose own share may have changed */
  #propagateFrom(entry: Entry): number[] {
    const { stored, subnet, id } = entry;
    if (!stored) return [];
    const master = this.#masterOf(entry);
    const reported = subnet && master ? { to: master.id, share: shareOfStored(subnet, stored) } : undefined;
    const before = stored.reportedShare;
    if (subnet && before?.to === reported?.to && (!before || !reported || isSame(before.share, reported.share))) return [];
    if (before) this.#add(before.to, before.share, -1n);
    if (reported) this.#add(reported.to, reported.share, 1n);
    stored.reportedShare = reported;
    this.#changed.add(entry);
    if (!subnet) entry.stored = undefined;
    return [before?.to, reported?.to].filter((to) => to !== undefined).filter((to) => to !== id);
  }

  #add(masterId: number, share: ShareVector, times: 1n | -1n): void {
    const entry = this.#entry(masterId);
    if (!entry.stored) return;
    add(entry.stored.children, share, times);
    this.#changed.add(entry);
  }

  #entry(id: number): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`subnet ${id} was not read`);
    return entry;
  }

  #masterOf({ subnet }: Entry): Entry | undefined {
    const master = subnet?.masterId == null ? undefined : this.#entry(subnet.masterId);
    return master?.subnet && master.stored ? master : undefined;
  }

  /** The current parent, and the parent that received the share. */
  #mastersOf(id: number): number[] {
    const { subnet, stored } = this.#entry(id);
    return [subnet?.masterId, stored?.reportedShare?.to].filter((master) => typeof master === 'number');
  }

  /** Clears the cache, because changes consumed from now on may belong to counts stored by other processes. */
  async #readAnew(): Promise<void> {
    await this.write();
    this.#entries.clear();
  }

  async #read(ids: readonly number[]): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.#entries.has(id));
    if (unread.length === 0) return;
    for (const row of await this.#session.prepared(readLines, { ids: unread }))
      if (!this.#entries.has(row.id)) this.#entries.set(row.id, entryOf(row));
  }

  async #begin(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => this.#entry(id).subnet && !this.#entry(id).stored);
    if (unknown.length === 0) return;
    await this.#session.allowLong();
    for (const { id, addresses, hasChildren } of await this.#session.prepared(countAddresses, { ids: unknown })) {
      const entry = this.#entry(id);
      entry.stored = {
        addresses: readTags(addresses ?? []),
        children: new Map(),
        isGathered: !hasChildren,
        reportedShare: undefined,
      };
      this.#changed.add(entry);
    }
  }

  async write(): Promise<void> {
    const rows = [...this.#changed].flatMap((entry) => (entry.stored ? [rowOf(entry, entry.stored)] : []));
    const gone = [...this.#changed].flatMap(({ id, stored }) => (stored ? [] : [id]));
    this.#changed.clear();
    if (rows.length > 0) await this.#session.deferred(writeCounts, { rows: JSON.stringify(rows) });
    if (gone.length > 0) await this.#session.deferred(deleteCounts, { ids: gone });
  }
}

interface StoredUsage {
  readonly addresses: Map<number | null, bigint>;
  /** Sum of the shares that the children have reported. */
  readonly children: Map<string, bigint>;
  /** Whether all children at the time of the first count have reported. */
  isGathered: boolean;
  /** `to` is the id of the parent that received the share. undefined: no share was reported. */
  reportedShare: { readonly to: number; readonly share: ShareVector } | undefined;
  /** The stored usage; computed again for each write. */
  readonly used?: string;
  readonly size?: string;
}

interface Entry {
  readonly id: number;
  /** Undefined if the subnet does not exist. */
  readonly subnet: (CountedSubnet & { readonly masterId: number | null }) | undefined;
  stored: StoredUsage | undefined;
}

function shareOfStored(subnet: CountedSubnet, { addresses, children, isGathered }: StoredUsage): ShareVector {
  const missing = (children.get('missing') ?? 0n) + (isGathered ? 0n : 1n);
  return vectorOf(shareOf(subnet, { addresses, children: shareOfVector(children) }), missing);
}

function entryOf(row: LineRow): Entry {
  const { id, master, network, addresses, children, isGathered, reportedTo, reported, used, size } = row;
  const prefix = network === null ? null : Prefix.parse(network);
  return {
    id,
    subnet: row.exists ? { prefix, isFull: row.isFull ?? false, isPool: row.isPool ?? false, masterId: master } : undefined,
    stored: addresses
      ? {
          addresses: readTags(addresses),
          children: readVector(children ?? {}),
          isGathered: isGathered ?? false,
          reportedShare: reportedTo !== null && reported ? { to: reportedTo, share: readVector(reported) } : undefined,
          ...(used !== null && size !== null && { used, size }),
        }
      : undefined,
  };
}

/** Returns the usage of a subnet for storage; 0 without a subnet. */
function totalsOf({ subnet, stored }: Entry): { readonly used: string; readonly size: string } {
  if (!subnet || !stored) return { used: '0', size: '0' };
  const counts = { addresses: stored.addresses, children: shareOfVector(stored.children) };
  const { used, size } = usageOf(shareOf(subnet, counts));
  return { used: used.toString(), size: size.toString() };
}

const rowOf = (entry: Entry, { addresses, children, isGathered, reportedShare }: StoredUsage): StoredUsageRow => ({
  subnet_id: entry.id,
  addresses: storedTags(addresses),
  children: storedVector(children),
  is_gathered: isGathered,
  reported_to: reportedShare?.to ?? null,
  reported: reportedShare ? storedVector(reportedShare.share) : null,
  ...totalsOf(entry),
});
