import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { RandomTokenSource, systemClock, systemTimers } from '../../../adapters/system/index.js';
import { httpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.js';
import { createAccessAdministration } from '../../../application/access/administration/index.js';
import type { ListedWebhook } from '../../../application/access/administration/webhook-administration.js';
import { authorship, internalCaller } from '../../../application/caller.js';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';
import { WebhookRunner } from '../../../application/changes/webhooks/webhook-runner.js';
import type { Timers } from '../../../application/ports/environment.js';
import { type ChangeEvent, eventOf } from '../../../application/ports/event.js';
import { CommitSignal } from '../../../application/unit-of-work/commit-signal.js';
import { quiet } from '../../support/quiet-log.js';
import { Receiver } from '../../support/receivers/receiver.js';
import { describeFreshContract, type StorageUnderTest } from '../support/contract.js';

/** Speed factor of the timers, because the delays between attempts grow. */
const speed = 200;
const fastTimers: Timers = { after: (milliseconds, run) => systemTimers.after(milliseconds / speed, run) };

/** Timeout of a delivery, in milliseconds. */
const maxWait = 200;

const troubles: Readonly<Record<string, (response: ServerResponse) => void>> = {
  fails: (response) => void response.writeHead(503).end(),
  'returns 429': (response) => void response.writeHead(429).end(),
  hangs: () => {},
  'hangs up': (response) => void response.socket?.destroy(),
  'answers too late': (response) => void setTimeout(() => response.writeHead(204).end(), 2 * maxWait),
  'never ends its answer': (response) => void response.writeHead(200).write('it is '),
};

const take = (response: ServerResponse): void => void response.writeHead(204).end();

/** An HTTP receiver, and two processes that deliver to it. */
class World {
  readonly receiver: Receiver;
  readonly access;
  readonly #storage: StorageUnderTest;
  readonly #runners: readonly WebhookRunner[];
  #value = 0;

  constructor(storage: StorageUnderTest, receiver: Receiver) {
    this.receiver = receiver;
    this.#storage = storage;
    const { readers, unitOfWork } = storage;
    const sender = httpWebhookSender(new NodeHttpClient(), maxWait);
    const passwords = { hash: async () => '', verify: async () => false, isOutdated: () => false };
    this.access = createAccessAdministration(readers, unitOfWork, systemClock, passwords, new RandomTokenSource(), sender);
    this.#runners = ['one', 'two'].map((holder) => {
      const following = { timers: fastTimers, signal: new CommitSignal(), log: quiet, holder, chance: () => 0 };
      const feed = new ChangeFeed(readers, unitOfWork);
      return new WebhookRunner({ readers, unitOfWork, clock: systemClock, sender, feed, ...following });
    });
  }

  async begin(): Promise<void> {
    await this.access.settings.set(internalCaller, { webhooks: { privateTargets: true } });
    await this.access.webhooks.add(internalCaller, { name: 'hook', url: this.receiver.url });
    for (const runner of this.#runners) runner.start();
  }

  async end(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()));
    await this.receiver.close();
  }

  /** Changes three objects in turn. @returns the last value */
  async change(times: number): Promise<number> {
    const by = authorship(internalCaller, '2024-01-01 00:00:00');
    for (let i = 0; i < times; i++) {
      const change = {
        object: 'vlan',
        objectId: (++this.#value % 3) + 1,
        action: 'edit',
        after: { value: this.#value },
      } as const;
      await this.#storage.write(({ changeLog }) =>
        changeLog.append({ ...change, objectName: null, differences: [], before: {}, ...by }),
      );
    }
    return this.#value;
  }

  /** Waits until the receiver got the change to a value. */
  arrived(value: number): Promise<void> {
    return this.receiver.until(({ events }) => events.some(({ after }) => (after as { value: number }).value === value));
  }

  async until(isSo: (webhook: ListedWebhook) => boolean): Promise<ListedWebhook> {
    for (;;) {
      const [webhook] = await this.access.webhooks.list(internalCaller);
      if (webhook && isSo(webhook)) return webhook;
      await delay(10);
    }
  }

  /** The changes of the objects in the feed. */
  async readEvents(): Promise<ChangeEvent[]> {
    const { readers, unitOfWork } = this.#storage;
    const entries = await new ChangeFeed(readers, unitOfWork).read(0, 1000);
    return entries.filter(({ object }) => object === 'vlan').map((entry) => eventOf(entry));
  }
}

const idsOf = (events: readonly Readonly<Record<string, unknown>>[]): unknown[] => [...new Set(events.map(({ id }) => id))];

describeFreshContract('Deliveries over HTTP to a faulty receiver', (storage) => {
  let world: World;
  before(async () => {
    world = new World(storage, await Receiver.start());
    await world.begin();
  });
  after(() => world.end());

  for (const [behavior, trouble] of Object.entries(troubles))
    it(`contain all events in order if it ${behavior} and then recovers`, async () => {
      const { receiver } = world;
      receiver.answer = trouble;
      const attempts = receiver.received.length;
      await world.change(5);
      await receiver.until(({ received }) => received.length >= attempts + 2);
      receiver.answer = take;
      await world.arrived(await world.change(5));
      expect(idsOf(receiver.events)).to.deep.equal((await world.readEvents()).map(({ id }) => id));
      await world.until(({ behind, failures }) => behind === 0 && failures === 0);
    });

  it('contain all events in order if it was unreachable', async () => {
    const { receiver } = world;
    const comeBack = await receiver.leave();
    await world.change(5);
    await world.until(({ failures = 0 }) => failures >= 2);
    const [{ problem } = { problem: '' }] = await world.access.webhooks.deliveries(internalCaller, 'hook', 1);
    expect(problem).to.equal('the connection failed (ECONNREFUSED)');
    await comeBack();
    await world.arrived(await world.change(5));
    expect(idsOf(receiver.events)).to.deep.equal((await world.readEvents()).map(({ id }) => id));
  });

  it('continue after an event with the answer 410, and repeat that event on request', async () => {
    const { receiver, access } = world;
    await world.until(({ behind }) => behind === 0);
    receiver.received.splice(0);
    const refused = (await world.change(4)) + 3;
    receiver.answer = (response) => {
      const isRefused = receiver.received.at(-1)?.body.includes(`"value":${refused}}`);
      response.writeHead(isRefused ? 410 : 204).end();
    };
    await world.arrived(await world.change(6));
    await world.until(({ behind, deadLetters }) => behind === 0 && deadLetters === 1);
    const expectedIds = (await world.readEvents()).slice(-10).map(({ id }) => id);
    expect(idsOf(receiver.events)).to.deep.equal(expectedIds);
    expect(await access.webhooks.retry(internalCaller, 'hook')).to.deep.equal({
      ...{ name: 'hook', delivered: 0, left: 1, status: 410, problem: 'the receiver answered 410' },
    });
    receiver.received.splice(0);
    receiver.answer = take;
    expect(await access.webhooks.retry(internalCaller, 'hook')).to.deep.include({ delivered: 1, left: 0, problem: null });
    expect(idsOf(receiver.events)).to.deep.equal([expectedIds[6]]);
    await world.until(({ deadLetters }) => deadLetters === 0);
  });
});
