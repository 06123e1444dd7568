import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { Clock } from '../../../application/ports/environment.js';
import {
  type EntryPosition,
  type FeedBounds,
  type FeedEntry,
  type FeedRepository,
  type FeedSubject,
  type FollowerState,
  maxReadSize,
} from '../../../application/ports/feed.js';
import type { ChangedObject } from '../../../domain/changes/change.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { type Draft, MemoryRepository } from '../records/state.js';
import { mapped } from '../records/stream.js';
import type { Numbered } from '../records/tables.js';

export class MemoryFeedRepository extends MemoryRepository implements FeedRepository {
  readonly #clock: Clock;
  readonly #entries = this.draft.collection('changeLog');
  readonly #followers = this.draft.collection('followers');

  constructor(draft: Draft, clock: Clock) {
    super(draft);
    this.#clock = clock;
  }

  async read(after: number, max: number, maxSize = maxReadSize): Promise<FeedEntry[]> {
    return firstWithin(this.#entriesAfter(after), max, maxSize);
  }

  *#entriesAfter(position: number): Generator<FeedEntry, void, undefined> {
    for (let id = position + 1; id < this.#entries.nextNumber; id++) {
      const value = this.#entries.at(id);
      if (value) yield entryOf(this.draft, { id, value });
    }
  }

  async readBack(subject: FeedSubject, before: number, max: number, maxSize = maxReadSize): Promise<FeedEntry[]> {
    const rows =
      'subnetId' in subject
        ? this.#entries.rowsBy('subnet', subject.subnetId)
        : this.#entries.rowsBy('object', subject.object, subject.objectId);
    const earlier = rows.filter(({ id }) => id < before).reverse();
    return firstWithin(
      mapped(earlier, (row) => entryOf(this.draft, row)),
      max,
      maxSize,
    );
  }

  async find(position: number): Promise<FeedEntry | undefined> {
    const value = this.#entries.at(position);
    return value && entryOf(this.draft, { id: position, value });
  }

  async bounds(): Promise<FeedBounds> {
    return { last: this.#entries.nextNumber - 1, pruned: this.draft.state.feedPruned };
  }

  async hasUnnumbered(): Promise<boolean> {
    return false;
  }

  async number(): Promise<number> {
    return 0;
  }

  async followers(): Promise<FollowerState[]> {
    return this.#followers.by('key').map(stateOf);
  }

  async addFollower(name: string, position: number): Promise<void> {
    if (!this.#followers.find(name)) this.#followers.save({ name, position, failures: 0, holder: null, until: 0 });
  }

  async removeFollower(name: string): Promise<void> {
    this.#followers.delete(name);
  }

  async lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined> {
    const follower = this.#followers.find(name);
    const now = this.#clock.now().getTime();
    if (!follower || (follower.holder !== null && follower.holder !== holder && follower.until > now)) return undefined;
    this.#followers.save({ ...follower, holder, until: now + seconds * 1000 });
    return stateOf(follower);
  }

  async save(state: FollowerState, holder: string): Promise<boolean> {
    const follower = this.#followers.find(state.name);
    if (follower?.holder !== holder || follower.until <= this.#clock.now().getTime()) return false;
    this.#followers.save({ ...follower, ...state });
    return true;
  }

  async release(name: string, holder: string): Promise<void> {
    const follower = this.#followers.find(name);
    if (follower?.holder === holder) this.#followers.save({ ...follower, holder: null });
  }
}

/** Returns at most `max` entries, with a total size of at most `maxSize`. The first entry may be larger. */
function firstWithin(entries: Iterable<FeedEntry>, max: number, maxSize: number): FeedEntry[] {
  const found: FeedEntry[] = [];
  let size = 0;
  for (const entry of entries) {
    size += entry.size;
    if (found.length === max || (found.length > 0 && size > maxSize)) break;
    found.push(entry);
  }
  return found;
}

function entryOf(draft: Draft, { id, value }: Numbered<ChangeEntry>): FeedEntry {
  const { before = null, after = null, subnetId = null, isConsequence = false, ...entry } = value;
  const size = [before, after, value.differences].reduce((sum, document) => sum + JSON.stringify(document).length, 0);
  return { position: id, ...entry, subnetId, isConsequence, before, after, location: positionOf(draft, value), size };
}

function positionOf(draft: Draft, { object, objectId, subnetId = null }: ChangeEntry): EntryPosition {
  const subnet = subnetId === null ? undefined : valuesOf(draft, 'subnet', subnetId);
  const sectionId = object === 'section' ? objectId : ((subnet?.sectionId as number | undefined) ?? null);
  const section = sectionId === null ? undefined : valuesOf(draft, 'section', sectionId);
  return {
    sectionId,
    subnetId,
    sectionPermissions: permissionsOf(section),
    subnetPermissions: permissionsOf(subnet),
  };
}

/** The current values; after a deletion, the last values. */
function valuesOf(
  draft: Draft,
  object: Exclude<ChangedObject, 'address'>,
  id: number,
): Readonly<Record<string, unknown>> | undefined {
  const row = draft.table(object).get(id);
  if (row) return row.values;
  const entries = draft.collection('changeLog').by('object', object, id);
  return entries.findLast(({ action, before }) => action === 'delete' && before)?.before ?? undefined;
}

function permissionsOf(values: Readonly<Record<string, unknown>> | undefined): PermissionMap | null | undefined {
  if (!values) return undefined;
  const { permissions } = values;
  if (permissions instanceof Map) return permissions;
  return Array.isArray(permissions) ? new Map(permissions) : null;
}

const stateOf = ({ name, position, failures }: FollowerState): FollowerState => ({ name, position, failures });
