import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { Clock } from '../../../application/ports/environment.js';
import {
  type EntryPosition,
  type FeedBounds,
  type FeedEntry,
  type FeedReader,
  type FeedRepository,
  type FeedSubject,
  type FollowerState,
  maxReadSize,
} from '../../../application/ports/feed.js';
import type { ChangedObject } from '../../../domain/changes/change.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, FollowerLease, Numbered, Source, State } from '../records/state.js';

export class MemoryFeedReader implements FeedReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async read(after: number, max: number, maxSize = maxReadSize): Promise<FeedEntry[]> {
    const { state } = this.#source;
    const found: FeedEntry[] = [];
    let size = 0;
    for (let id = after + 1; id < state.changeLog.nextId && found.length < max; id++) {
      const row = state.changeLog.get(id);
      if (!row) continue;
      const entry = entryOf(state, row);
      size += entry.size;
      if (found.length > 0 && size > maxSize) break;
      found.push(entry);
    }
    return found;
  }

  async readBack(subject: FeedSubject, before: number, max: number, maxSize = maxReadSize): Promise<FeedEntry[]> {
    const { state } = this.#source;
    const rows =
      'subnetId' in subject
        ? state.changeLog.under('subnet', [subject.subnetId])
        : state.changeLog.under('object', [subject.object, subject.objectId]);
    const found: FeedEntry[] = [];
    let size = 0;
    for (const row of [...rows].reverse()) {
      if (row.id >= before) continue;
      const entry = entryOf(state, row);
      size += entry.size;
      if (found.length === max || (found.length > 0 && size > maxSize)) break;
      found.push(entry);
    }
    return found;
  }

  async find(position: number): Promise<FeedEntry | undefined> {
    const { state } = this.#source;
    const row = state.changeLog.get(position);
    return row && entryOf(state, row);
  }

  async bounds(): Promise<FeedBounds> {
    const { changeLog, feedPruned } = this.#source.state;
    return { last: changeLog.nextId - 1, pruned: feedPruned };
  }

  async hasUnnumbered(): Promise<boolean> {
    return false;
  }
}

function entryOf(state: State, { id, value }: Numbered<ChangeEntry>): FeedEntry {
  const { before = null, after = null, subnetId = null, isConsequence = false, ...entry } = value;
  const size = [before, after, value.differences].reduce((sum, document) => sum + JSON.stringify(document).length, 0);
  return { position: id, ...entry, subnetId, isConsequence, before, after, location: positionOf(state, value), size };
}

function positionOf(state: State, { object, objectId, subnetId = null }: ChangeEntry): EntryPosition {
  const subnet = subnetId === null ? undefined : valuesOf(state, 'subnet', subnetId);
  const sectionId = object === 'section' ? objectId : ((subnet?.sectionId as number | undefined) ?? null);
  const section = sectionId === null ? undefined : valuesOf(state, 'section', sectionId);
  return {
    sectionId,
    subnetId,
    sectionPermissions: permissionsOf(section),
    subnetPermissions: permissionsOf(subnet),
  };
}

/** The current values; after a deletion, the last values. */
function valuesOf(
  state: State,
  object: Exclude<ChangedObject, 'address'>,
  id: number,
): Readonly<Record<string, unknown>> | undefined {
  const row = state.records[object].get(id);
  if (row) return row.values;
  const entries = [...state.changeLog.under('object', [object, id])].reverse();
  return entries.find(({ value }) => value.action === 'delete' && value.before)?.value.before ?? undefined;
}

function permissionsOf(values: Readonly<Record<string, unknown>> | undefined): PermissionMap | null | undefined {
  if (!values) return undefined;
  const { permissions } = values;
  if (permissions instanceof Map) return permissions;
  return Array.isArray(permissions) ? new Map(permissions) : null;
}

export class MemoryFeedRepository extends MemoryFeedReader implements FeedRepository {
  readonly #draft: Draft;
  readonly #clock: Clock;

  constructor(draft: Draft, clock: Clock) {
    super(draft);
    this.#draft = draft;
    this.#clock = clock;
  }

  async number(): Promise<number> {
    return 0;
  }

  async followers(): Promise<FollowerState[]> {
    return [...this.#draft.state.followers.under('name', [])].map(({ value }) => stateOf(value));
  }

  async addFollower(name: string, position: number): Promise<void> {
    if (!this.#find(name)) this.#save({ name, position, failures: 0, holder: null, until: 0 });
  }

  async removeFollower(name: string): Promise<void> {
    const followers = withoutNumbered(this.#draft.state.followers, 'name', [name]);
    if (followers) this.#draft.set({ followers });
  }

  async lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined> {
    const follower = this.#find(name);
    const now = this.#clock.now().getTime();
    if (!follower || (follower.holder !== null && follower.holder !== holder && follower.until > now)) return undefined;
    this.#save({ ...follower, holder, until: now + seconds * 1000 });
    return stateOf(follower);
  }

  async save(state: FollowerState, holder: string): Promise<boolean> {
    const follower = this.#find(state.name);
    if (follower?.holder !== holder || follower.until <= this.#clock.now().getTime()) return false;
    this.#save({ ...follower, ...state });
    return true;
  }

  async release(name: string, holder: string): Promise<void> {
    const follower = this.#find(name);
    if (follower?.holder === holder) this.#save({ ...follower, holder: null });
  }

  #find(name: string): FollowerLease | undefined {
    return this.#draft.state.followers.firstUnder('name', [name])?.value;
  }

  #save(follower: FollowerLease): void {
    this.#draft.set({ followers: saveNumbered(this.#draft.state.followers, 'name', [follower.name], follower) });
  }
}

const stateOf = ({ name, position, failures }: FollowerState): FollowerState => ({ name, position, failures });
