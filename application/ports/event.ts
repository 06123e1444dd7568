import { isKindName, kindOf } from '../../domain/catalog/kinds.js';
import type { ChangeDocument, HistoryObject } from '../../domain/changes/change.js';
import { cursorOf } from '../../domain/changes/cursor.js';
import { zonedTimestamp } from '../../domain/scalar-text.js';
import type { FeedEntry } from './feed.js';

export interface ChangeEvent {
  /** The cursor after this event; equal in repeated deliveries. */
  readonly id: string;
  readonly kind: HistoryObject;
  readonly objectId: number;
  /** Name of an object without numeric id. */
  readonly name: string | null;
  readonly action: FeedEntry['action'];
  /** For example 2024-03-01T12:00:00Z. */
  readonly at: string;
  readonly by: string;
  /** Id of the application of the request; null outside of applications, e.g. for a command. */
  readonly app: string | null;
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  readonly before: ChangeDocument | null;
  readonly after: ChangeDocument | null;
}

/** @param isShort omits ids of objects that may be hidden from the receiver */
export const eventOf = (entry: FeedEntry, isShort = false): ChangeEvent => ({
  id: cursorOf(entry),
  kind: entry.object,
  objectId: entry.objectId,
  name: entry.objectName,
  action: entry.action,
  at: zonedTimestamp(entry.at),
  by: entry.by,
  app: entry.appId,
  sectionId: entry.location.sectionId,
  subnetId: entry.location.subnetId,
  before: isShort ? withoutIdLists(entry.object, entry.before) : entry.before,
  after: isShort ? withoutIdLists(entry.object, entry.after) : entry.after,
});

function withoutIdLists(object: HistoryObject, document: ChangeDocument | null): ChangeDocument | null {
  if (!document || !isKindName(object)) return document;
  const { fields } = kindOf(object);
  const isShown = ([name]: readonly [string, unknown]): boolean => !['objects', 'idList'].includes(fields[name]?.type ?? '');
  return Object.fromEntries(Object.entries(document).filter(isShown));
}
