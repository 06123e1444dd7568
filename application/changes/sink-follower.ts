import type { ChangeEvent } from '../ports/event.js';
import { type EventSink, SinkFailure, type SinkMessage } from '../ports/event-sink.js';
import type { FeedEntry } from '../ports/feed.js';
import type { Follower } from './feed/following.js';
import { batchOf, cloudEventOf, type EventSelection } from './feed/outgoing-events.js';

export const sinkFollowerName = 'sink';

/** Limits of a batch. Kafka refuses batches above one megabyte by default. */
const maxEvents = 100;
const maxLength = 300_000;

/** The `source` of events. */
export const sinkSource = '/hexipam/sink';

export const sinkMessageOf = (event: ChangeEvent): SinkMessage => messageOf(cloudEventOf(sinkSource, event));

/** A change without its values, for messages that are too large. The extension attribute `valuesomitted` marks it. */
export const shortSinkMessageOf = (event: ChangeEvent): SinkMessage =>
  messageOf({ ...cloudEventOf(sinkSource, { ...event, before: null, after: null }), valuesomitted: true });

const messageOf = (event: ReturnType<typeof cloudEventOf> & { readonly valuesomitted?: true }): SinkMessage => ({
  ...{ id: event.id, key: event.subject, type: event.type },
  body: JSON.stringify(event),
});

/** Publishes changes to a message broker. They are delayed while the broker is unavailable. */
export class SinkFollower implements Follower {
  readonly name = sinkFollowerName;
  readonly max = 1000;
  readonly begins = 'now';
  /** Retry within a minute of the broker's return. */
  readonly maxPause = 60_000;
  readonly #sink: EventSink;
  readonly #selection: EventSelection;
  readonly #stop = new AbortController();
  /** Reduced after a batch that was too large. */
  #maxEvents = maxEvents;

  constructor(sink: EventSink, selection: EventSelection) {
    this.#sink = sink;
    this.#selection = selection;
  }

  async handle(entries: readonly FeedEntry[]): Promise<number> {
    const batch = batchOf(this.#selection, entries, { maxEvents: this.#maxEvents, maxLength });
    const [event] = batch.events;
    if (!event) return entries.length;
    try {
      await this.#publish(batch.events.map(sinkMessageOf));
    } catch (error) {
      if (!(error instanceof SinkFailure) || !error.isTooLarge) throw error;
      if (batch.events.length > 1) {
        this.#maxEvents = Math.ceil(batch.events.length / 2);
        return 0; // retried immediately with fewer events
      }
      await this.#publish([shortSinkMessageOf(event)]);
    }
    this.#maxEvents = Math.min(maxEvents, this.#maxEvents * 2);
    return batch.entries;
  }

  #publish(messages: readonly SinkMessage[]): Promise<void> {
    return this.#sink.publish(messages, this.#stop.signal);
  }

  /** Cancels the current publication. Its events are published again. */
  stop(): void {
    this.#stop.abort();
  }
}
