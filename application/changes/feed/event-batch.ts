import { isAudited } from '../../../domain/changes/change.js';
import { type ChangeEvent, eventOf } from '../../ports/event.js';
import type { FeedEntry } from '../../ports/feed.js';
import { passes } from './changes.js';

/** Events of one delivery, and the number of entries they come from, including skipped ones. */
export interface EventBatch {
  readonly events: readonly ChangeEvent[];
  readonly entries: number;
}

export interface BatchLimits {
  readonly maxEvents: number;
  /** Characters of all events together, unless a single event has more. */
  readonly maxLength: number;
}

/** Receivers get the changes of these kinds and sections; empty: of all, without those of administrative objects. */
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

/** Changes of administrative objects are delivered only to receivers that list their kind. */
const isSelected = ({ kinds, sections }: EventSelection, entry: FeedEntry): boolean =>
  passes({ kinds: kinds.length > 0 ? kinds : undefined, sections: sections.length > 0 ? sections : undefined }, entry) &&
  (kinds.length > 0 || !isAudited(entry.object));
