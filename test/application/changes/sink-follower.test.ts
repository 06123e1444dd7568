import { expect } from 'chai';
import { SinkFollower } from '../../../application/changes/sink-follower.js';
import { type EventSink, SinkFailure, type SinkMessage } from '../../../application/ports/event-sink.js';
import type { FeedEntry } from '../../../application/ports/feed.js';

const entryOf = (position: number, text = 'x', object: FeedEntry['object'] = 'address'): FeedEntry => ({
  ...{ id: position, position, object, objectId: position % 3, objectName: null, action: 'edit', by: 'Admin' },
  ...{ at: '2026-01-31 12:00:00', differences: [], size: text.length },
  ...{ appId: null, clientAddress: null, userId: null, isConsequence: false },
  ...{ before: { note: text }, after: { note: text } },
  location: { sectionId: 1, subnetId: 2, sectionPermissions: null, subnetPermissions: null },
});

const entriesOf = (count: number): FeedEntry[] => Array.from({ length: count }, (_, index) => entryOf(index + 1));

/** A sink that stores messages up to a size. It rejects a publication with a larger message as a whole. */
class LimitedSink implements EventSink {
  readonly stored: SinkMessage[] = [];
  publications = 0;
  readonly #maxLength: number;

  constructor(maxLength = Number.POSITIVE_INFINITY) {
    this.#maxLength = maxLength;
  }

  async publish(messages: readonly SinkMessage[]): Promise<void> {
    this.publications++;
    if (messages.some(({ body }) => body.length > this.#maxLength)) throw new SinkFailure('too large', true);
    this.stored.push(...messages);
  }

  async close(): Promise<void> {}
}

async function follow(sink: EventSink, entries: readonly FeedEntry[]): Promise<void> {
  const follower = new SinkFollower(sink, { kinds: [], sections: [] });
  for (let done = 0; done < entries.length; ) done += await follower.handle(entries.slice(done));
}

describe('SinkFollower', () => {
  it('publishes changes as CloudEvents with the key of their object, in batches of 100', async () => {
    const sink = new LimitedSink();
    await follow(sink, entriesOf(250));
    expect(sink.publications).to.equal(3);
    expect(sink.stored).to.have.length(250);
    const [first] = sink.stored;
    expect(first).to.include({ key: 'address/1', type: 'hexipam.address.edit' });
    const event = JSON.parse(first?.body ?? '');
    expect(event).to.include({ specversion: '1.0', id: first?.id, source: '/hexipam/sink', subject: 'address/1' });
    expect(event.data).to.deep.include({ objectId: 1, after: { note: 'x' } });
  });

  it('skips changes of administration', async () => {
    const sink = new LimitedSink();
    await follow(sink, [entryOf(1, 'x', 'user'), entryOf(2), entryOf(3, 'x', 'settings')]);
    expect(sink.stored.map(({ type }) => type)).to.deep.equal(['hexipam.address.edit']);
  });

  it('publishes all events when one is too large, and omits the values of this one', async () => {
    const sink = new LimitedSink(1000);
    const entries = [...entriesOf(99), entryOf(100, 'y'.repeat(2000)), ...entriesOf(200).slice(100)];
    await follow(sink, entries);
    expect(sink.stored).to.have.length(200);
    expect(new Set(sink.stored.map(({ id }) => id)).size).to.equal(200);
    expect(sink.publications).to.be.below(30);
    const short = sink.stored.filter(({ body }) => JSON.parse(body).valuesomitted).map(({ body }) => JSON.parse(body));
    expect(short.map(({ data }) => [data.before, data.after])).to.deep.equal([[null, null]]);
  });

  it('fails when the broker rejects an event even without its values', async () => {
    const failure = await new SinkFollower(new LimitedSink(10), { kinds: [], sections: [] }).handle([entryOf(1)]).catch(String);
    expect(failure).to.equal('SinkFailure: too large');
  });
});
