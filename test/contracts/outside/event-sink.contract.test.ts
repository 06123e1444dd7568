import { expect } from 'chai';
import { brokerSink } from '../../../adapters/brokers/index.js';
import { type EventSink, SinkFailure, type SinkMessage, sinkContentType } from '../../../application/ports/event-sink.js';
import { brokers, type TestBroker } from '../../support/processes/message-brokers.js';

const messageOf = (number: number, object = number): SinkMessage => ({
  ...{ id: `${number}.abc`, key: `address/${object}`, type: 'hexipam.address.edit' },
  body: JSON.stringify({ number }),
});

const numbersOf = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

async function failureOf(work: Promise<unknown>): Promise<SinkFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SinkFailure) return error;
    throw error;
  }
  throw new Error('it succeeded');
}

for (const variant of brokers)
  describe(`EventSink over ${variant.name}`, function () {
    this.timeout(60_000);
    let broker: TestBroker;
    let sink: EventSink;
    before(function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
    });
    beforeEach(async () => {
      broker = await variant.start();
      sink = brokerSink(broker.access);
    });
    afterEach(async () => {
      await sink?.close();
      await broker?.remove();
    });

    it('stores messages with their id, type and media type', async () => {
      await sink.publish([messageOf(1), messageOf(2)]);
      const stored = [...(await broker.read())].sort((one, other) => one.id.localeCompare(other.id));
      expect(stored.map(({ id, contentType, body }) => ({ id, contentType, body }))).to.deep.equal(
        [1, 2].map((number) => ({ id: `${number}.abc`, contentType: sinkContentType, body: JSON.stringify({ number }) })),
      );
    });

    it('stores the messages of each object in their order', async () => {
      await sink.publish(numbersOf(100).map((number) => messageOf(number, number % 7)));
      const stored = (await broker.read()).map(({ body }) => Number(JSON.parse(body).number));
      expect(stored).to.have.members(numbersOf(100));
      for (let object = 0; object < 7; object++) {
        const ofObject = stored.filter((number) => number % 7 === object);
        expect(ofObject).to.deep.equal([...ofObject].sort((one, other) => one - other));
      }
    });

    it('fails after a lost acknowledgement, and repeats the message with its id', async () => {
      await sink.publish([messageOf(1)]);
      await broker.loseNextAcknowledgement();
      await failureOf(sink.publish([messageOf(2)]));
      await sink.publish([messageOf(2)]);
      const ids = (await broker.read()).map(({ id }) => id);
      expect(new Set(ids)).to.deep.equal(new Set(['1.abc', '2.abc']));
    });

    it('fails while the broker is away, and publishes after its return', async () => {
      await broker.kill();
      await failureOf(sink.publish([messageOf(1)]));
      await broker.start();
      await sink.publish([messageOf(1)]);
      expect((await broker.read()).map(({ id }) => id)).to.deep.equal(['1.abc']);
    });

    it('publishes again after the broker was killed between two publications', async () => {
      await sink.publish([messageOf(1)]);
      await broker.kill();
      await broker.start();
      await sink.publish([messageOf(2)]).catch(() => sink.publish([messageOf(2)]));
      expect((await broker.read()).map(({ id }) => id)).to.include.members(['1.abc', '2.abc']);
    });

    it('connects through any of several servers', async () => {
      const { servers } = broker.access;
      const several = brokerSink({ ...broker.access, servers: ['127.0.0.1:9', ...servers] });
      await several.publish([messageOf(1)]);
      await several.close();
      expect(await broker.read()).to.have.length(1);
    });

    it('ends at once when it is stopped', async () => {
      const stop = new AbortController();
      stop.abort();
      expect((await failureOf(sink.publish([messageOf(1)], stop.signal))).message).to.equal('the service stops');
    });
  });

for (const variant of brokers)
  describe(`EventSink with limits over ${variant.name}`, function () {
    this.timeout(60_000);
    let broker: TestBroker;
    const password = 'a secret of the sink';
    before(async function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      broker = await variant.start({ user: 'ipam', password, maxBytes: 20_000 });
    });
    after(() => broker?.remove());

    it('signs in with a user and password', async () => {
      const sink = brokerSink(broker.access);
      await sink.publish([messageOf(1)]);
      await sink.close();
      expect((await broker.read()).map(({ id }) => id)).to.deep.equal(['1.abc']);
    });

    it('fails with a wrong password, and the reason omits it', async () => {
      const wrong = 'another secret';
      const sink = brokerSink({ ...broker.access, password: wrong });
      const { message, isTooLarge } = await failureOf(sink.publish([messageOf(1)]));
      expect(message)
        .to.match(/auth|closed/i)
        .and.not.include(wrong); // the Kafka of tests only closes the connection
      expect(isTooLarge).to.equal(false);
      await sink.close();
    });

    it('fails with isTooLarge for a message that the broker refuses by its size', async () => {
      const sink = brokerSink(broker.access);
      const failure = await failureOf(sink.publish([{ ...messageOf(1), body: JSON.stringify('x'.repeat(30_000)) }]));
      expect(failure).to.include({ isTooLarge: true });
      await sink.publish([messageOf(2)]);
      await sink.close();
    });
  });
