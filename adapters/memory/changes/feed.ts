import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { Clock } from '../../../application/ports/environment.js';
import {
  type EntryPosition,
  type FeedEntry,
  type FeedReader,
  type FeedRepository,
  type FollowerState,
  maxReadSize,
} from '../../../application/ports/feed.js';
import type { ChangedObject } from '../../../domain/changes/change.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Draft } from '../records/state.js';
import { mapped } from '../records/stream.js';
import type { Numbered } from '../records/tables.js';

export function feedIn(draft: Draft, clock: Clock): FeedRepository {
  const followers = draft.collection('followers');
  const writes: Omit<FeedRepository, keyof Reads> = {
    hasUnnumbered: async () => false,
    number: async () => 0,
    followers: async () => followers.by('key').map(stateOf),
    async addFollower(name, position) {
      if (!followers.find(name)) followers.save({ name, position, failures: 0, holder: null, until: 0 });
    },
    removeFollower: async (name) => void followers.delete(name),
    async lease(name, holder, seconds) {
      const follower = followers.find(name);
      const now = clock.now().getTime();
      if (!follower || (follower.holder !== null && follower.holder !== holder && follower.until > now)) return undefined;
      followers.save({ ...follower, holder, until: now + seconds * 1000 });
      return stateOf(follower);
    },
    async save(state, holder) {
      const follower = followers.find(state.name);
      if (follower?.holder !== holder || follower.until <= clock.now().getTime()) return false;
      followers.save({ ...follower, ...state });
      return true;
    },
    async release(name, holder) {
      const follower = followers.find(name);
      if (follower?.holder === holder) followers.save({ ...follower, holder: null });
    },
  };
  return Object.assign(readsIn(draft), writes);
}

type Reads = Omit<FeedReader, 'hasUnnumbered'>;

function readsIn(draft: Draft): Reads {
  const entries = draft.collection('changeLog');
  function* entriesAfter(position: number): Generator<FeedEntry, void, undefined> {
    for (let id = position + 1; id < entries.nextNumber; id++) {
      const value = entries.at(id);
      if (value) yield entryOf(draft, { id, value });
    }
  }
  return {
    read: async (after, max, maxSize = maxReadSize) => firstWithin(entriesAfter(after), max, maxSize),
    async readBack(subject, before, max, maxSize = maxReadSize) {
      const rows =
        'subnetId' in subject
          ? entries.rowsBy('subnet', subject.subnetId)
          : entries.rowsBy('object', subject.object, subject.objectId);
      const earlier = rows.filter(({ id }) => id < before).reverse();
      return firstWithin(
        mapped(earlier, (row) => entryOf(draft, row)),
        max,
        maxSize,
      );
    },
    async find(position) {
      const value = entries.at(position);
      return value && entryOf(draft, { id: position, value });
    },
    bounds: async () => ({ last: entries.nextNumber - 1, pruned: draft.state.feedPruned }),
  };
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
