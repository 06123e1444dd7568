import { isAudited } from '../../../domain/changes/change.js';
import { type ChangeEvent, eventOf } from '../../ports/event.js';
import type { FeedEntry } from '../../ports/feed.js';
import { passes } from './changes.js';

/** Events of a delivery, and the number of their entries including skipped ones. */
export interface EventBatch {
  readonly events: readonly ChangeEvent[];
  readonly entries: number;
}

export interface BatchLimits {
  readonly maxEvents: number;
  /** Maximum total length of the events in characters. A single event may exceed it. */
  readonly maxLength: number;
}

/** Kinds and sections of a receiver. Empty: all, except administrative changes. */
export interface EventSelection {
  readonly kinds: readonly string[];
  readonly sections: readonly number[];
}

/** The first events of a selection. */
export function batchOf(selection: EventSelection, entries: readonly FeedEntry[], limits: BatchLimits): EventBatch {
  const events: ChangeEvent[] = [];
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isSelected(selection, entry)) continue;
    const event = eventOf(entry);
    length += JSON.stringify(event).length;
    const isFull = events.length === limits.maxEvents || (length > limits.maxLength && events.length > 0);
    if (isFull) return { events, entries: index };
    events.push(event);
  }
  return { events, entries: entries.length };
}

/** Administrative changes are delivered only to receivers that list their kind. */
const isSelected = ({ kinds, sections }: EventSelection, entry: FeedEntry): boolean =>
  passes({ kinds: kinds.length > 0 ? kinds : undefined, sections: sections.length > 0 ? sections : undefined }, entry) &&
  (kinds.length > 0 || !isAudited(entry.object));

export interface CloudEvent {
  readonly specversion: '1.0';
  /** `source` and `id` are unique together and equal in repeated deliveries. */
  readonly id: string;
  readonly source: string;
  /** hexipam.KIND.ACTION */
  readonly type: string;
  /** KIND/ID, equal for all events of an object. */
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: ChangeEvent;
}

/** Converts a change to a CloudEvent. @param source URI of the sender */
export const cloudEventOf = (source: string, event: ChangeEvent): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  source,
  type: `hexipam.${event.kind}.${event.action}`,
  subject: `${event.kind}/${event.name ?? event.objectId}`,
  time: event.at,
  datacontenttype: 'application/json',
  data: event,
});
