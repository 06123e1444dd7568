import { mayExercise } from '../../../domain/access/access-policy.js';
import { canSeeChange, type Listener } from '../../../domain/access/change-visibility.js';
import { cursorAt, cursorOf } from '../../../domain/changes/cursor.js';
import type { Caller } from '../../caller.js';
import { once } from '../../once.js';
import { type ChangeEvent, eventOf } from '../../ports/event.js';
import { type FeedEntry, type FeedSubject, maxReadSize } from '../../ports/feed.js';
import type { SubnetReader } from '../../ports/inventory/subnets.js';
import type { ChangeFeed } from './change-feed.js';
import type { FeedHub } from './feed-hub.js';

export interface ChangeFilter {
  /** undefined: all kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** These sections and their objects. */
  readonly sections?: readonly number[] | undefined;
  readonly by?: string | undefined;
  /** Id of the application of the request. */
  readonly app?: string | undefined;
  readonly objectId?: number | undefined;
  readonly subnetId?: number | undefined;
  /** Earliest timestamp, inclusive. */
  readonly from?: string | undefined;
  /** Latest timestamp, inclusive. */
  readonly to?: string | undefined;
}

export interface ChangePage {
  readonly changes: readonly ChangeEvent[];
  readonly after: string;
}

export interface BackwardPage {
  readonly changes: readonly ChangeEvent[];
  readonly before: string | undefined;
}

/** Changes for a listener; empty for a heartbeat. `cursor` follows all examined entries. */
export interface ListenedChanges {
  readonly changes: readonly ChangeEvent[];
  readonly cursor: string;
}

/** Maximum number of entries examined per page. */
const maxExamined = 5000;
/** Maximum number of entries per read. A backward read without a subject reads this number of positions instead. */
const maxRead = { onwards: 1000, backwards: 500 } as const;
/** Growth factor of the reads of a page. */
const growth = 4;

export const passes = (filter: ChangeFilter, entry: FeedEntry): boolean =>
  isOfObject(filter, entry) && isOfTime(filter, entry) && isOfAuthor(filter, entry);

const isOfObject = ({ kinds, sections, objectId, subnetId }: ChangeFilter, entry: FeedEntry): boolean =>
  (subnetId === undefined || subnetId === entry.location.subnetId) &&
  (kinds === undefined || kinds.includes(entry.object)) &&
  (sections === undefined || (entry.location.sectionId !== null && sections.includes(entry.location.sectionId))) &&
  (objectId === undefined || objectId === entry.objectId);

const isOfAuthor = ({ by, app }: ChangeFilter, entry: FeedEntry): boolean =>
  (by === undefined || by === entry.by) && (app === undefined || app === entry.appId);

const isOfTime = ({ from, to }: ChangeFilter, { at }: FeedEntry): boolean =>
  (from === undefined || at >= from) && (to === undefined || at <= to);

/** The indexed subject of a filter; undefined for filters that examine the complete feed. */
function subjectOf({ kinds, objectId, subnetId }: ChangeFilter): FeedSubject | undefined {
  if (subnetId !== undefined) return { subnetId };
  const [object, ...others] = kinds ?? [];
  return object !== undefined && others.length === 0 && objectId !== undefined ? { object, objectId } : undefined;
}

export class Changes {
  readonly #feed: ChangeFeed;
  readonly #hub: FeedHub;
  readonly #subnets: Pick<SubnetReader, 'ancestorIds'>;

  constructor(feed: ChangeFeed, hub: FeedHub, subnets: Pick<SubnetReader, 'ancestorIds'>) {
    this.#feed = feed;
    this.#hub = hub;
    this.#subnets = subnets;
  }

  /**
   * Changes after a cursor, oldest first, including all committed before the call.
   * @param cursor undefined: from the oldest stored change; `now`: none
   * @param max upper bound; a page may be shorter although more changes follow
   * @throws IpamError feed.cursorUnknown, feed.pruned
   */
  async list(caller: Caller, cursor: string | undefined, filter: ChangeFilter, max: number): Promise<ChangePage> {
    const listener = listenerFor(caller);
    const start = await this.#feed.locate(cursor);
    const changes: ChangeEvent[] = [];
    let last: FeedEntry | undefined;
    for (let examined = 0, size = 0, some = max; examined < maxExamined && size < maxReadSize; some *= growth) {
      const entries = await this.#feed.read(last?.position ?? start, Math.min(some, maxRead.onwards, maxExamined - examined));
      examined += entries.length;
      const passing = await this.#passing(listener, filter, entries);
      for (const entry of entries) {
        last = entry;
        if (!passing.has(entry)) continue;
        changes.push(eventFor(listener, entry));
        size += entry.size;
        if (changes.length === max) return { changes, after: cursorOf(entry) };
      }
      if (entries.length === 0) break;
    }
    return { changes, after: last ? cursorOf(last) : await this.#feed.cursorBehind([], start) };
  }

  /**
   * Changes before a cursor, newest first.
   * @param cursor `now`: the end of the feed
   * @param max upper bound; a page may be shorter although more changes follow
   * @returns `before`: undefined at the oldest stored change
   * @throws IpamError feed.cursorUnknown, feed.pruned
   */
  async listBack(caller: Caller, cursor: string, filter: ChangeFilter, max: number): Promise<BackwardPage> {
    const listener = listenerFor(caller);
    const pruned = await this.#feed.pruned();
    const end = await this.#feed.locate(cursor);
    const subject = subjectOf(filter);
    const changes: ChangeEvent[] = [];
    let position = cursor === 'now' ? end + 1 : end;
    const mayContinue = () => subject !== undefined || position > pruned + 1; // a subject may have entries before pruned ones
    for (let examined = 0, some = max; examined < maxExamined && mayContinue(); some *= growth) {
      const step = Math.min(some, maxRead.backwards);
      const start = Math.max(pruned, position - 1 - step);
      const entries = subject ? await this.#feed.readBack(subject, position, step) : await this.#between(start, position);
      examined += subject ? entries.length : step;
      const passing = await this.#passing(listener, filter, entries);
      for (const entry of entries) {
        if (!passing.has(entry)) continue;
        changes.push(eventFor(listener, entry));
        if (changes.length === max) return { changes, before: cursorOf(entry) };
      }
      const next = subject ? entries.at(-1)?.position : start + 1;
      if (next === undefined) return { changes, before: undefined };
      position = next;
    }
    return { changes, before: mayContinue() ? cursorAt(position) : undefined };
  }

  /** Entries strictly between two positions, newest first. One read has a size limit, so large entries need several reads. */
  async #between(start: number, end: number): Promise<FeedEntry[]> {
    const found: FeedEntry[] = [];
    for (let after = start; after < end - 1; ) {
      const entries = await this.#feed.read(after, end - 1 - after);
      found.push(...entries.filter(({ position }) => position < end));
      after = entries.at(-1)?.position ?? end;
    }
    return found.reverse();
  }

  /**
   * Changes after a cursor as they are committed, until the hub ends or the caller loses access.
   * @param renewed returns the current caller before each batch; undefined ends the stream
   * @throws IpamError feed.cursorUnknown, feed.pruned, before the first batch
   */
  async listen(
    cursor: string | undefined,
    filter: ChangeFilter,
    renewed: () => Promise<Caller | undefined>,
  ): Promise<AsyncGenerator<ListenedChanges, void, undefined>> {
    const start = await this.#feed.locate(cursor);
    return this.#readEvents(start, filter, renewed);
  }

  async *#readEvents(
    start: number,
    filter: ChangeFilter,
    renewed: () => Promise<Caller | undefined>,
  ): AsyncGenerator<ListenedChanges, void, undefined> {
    yield { changes: [], cursor: await this.#feed.cursorBehind([], start) };
    let cursor = cursorAt(start);
    for await (const entries of this.#hub.listen(start)) {
      const caller = await renewed();
      if (!caller) return;
      const listener = listenerFor(caller);
      const passing = await this.#passing(listener, filter, entries);
      const changes = [...passing].map((entry) => eventFor(listener, entry));
      const last = entries.at(-1);
      if (last) cursor = cursorOf(last);
      yield { changes, cursor };
    }
  }

  /** The entries that match a filter and are visible to the listener, in order. */
  async #passing(listener: Listener, filter: ChangeFilter, entries: readonly FeedEntry[]): Promise<ReadonlySet<FeedEntry>> {
    const passing = new Set<FeedEntry>();
    const ancestorIds = this.#ancestorReader();
    const isLimited = (listener.principal.narrowed?.scope.reach?.subnets.length ?? 0) > 0;
    for (const entry of entries) {
      if (!passes(filter, entry)) continue;
      const { subnetId } = entry.location;
      const above = isLimited && typeof subnetId === 'number' ? await ancestorIds(subnetId) : undefined;
      if (canSeeChange(listener, entry.object, { ...entry.location, above })) passing.add(entry);
    }
    return passing;
  }

  /** Reads the ids of a subnet and its ancestors, each once. Those of a deleted subnet are as at its deletion. */
  #ancestorReader(): (id: number) => Promise<readonly number[]> {
    const read = once(async (id: number): Promise<readonly number[]> => {
      const found = await this.#subnets.ancestorIds(id);
      if (found.length > 0) return found;
      const parent = (await this.#deletionOf(id))?.before?.masterSubnetId;
      return typeof parent === 'number' ? [id, ...(await read(parent))] : [id];
    });
    return read;
  }

  /** The deletion of a subnet, also one that was committed just now. */
  async #deletionOf(id: number): Promise<FeedEntry | undefined> {
    const newest = async () => (await this.#feed.readBack({ object: 'subnet', objectId: id }, Number.MAX_SAFE_INTEGER, 1))[0];
    const found = await newest();
    if (found?.action === 'delete') return found;
    await this.#feed.end();
    return newest();
  }

  /** Ends all listeners. Later ones end immediately. */
  end(): void {
    this.#hub.end();
  }
}

const eventFor = ({ principal }: Listener, entry: FeedEntry): ChangeEvent => eventOf(entry, !principal.unrestricted);

/** Administrative changes are visible to administrators and users with the right `history`. */
const listenerFor = (caller: Caller): Listener => ({
  principal: caller.principal,
  isAdministrator: mayExercise(caller, 'history'),
});
