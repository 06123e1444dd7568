import { brokerSink } from '../../adapters/brokers/index.js';
import { Following } from '../../application/changes/feed/following.js';
import { SinkFollower, sinkFollowerName } from '../../application/changes/sink/sink-follower.js';
import type { EventSink } from '../../application/ports/event-sink.js';
import type { Service } from '../container.js';
import type { ServiceConfiguration } from '../settings/settings.js';

const maxStopWaitMs = 3000;
const removalSeconds = 10;

export type SinkSettings = Pick<ServiceConfiguration, 'sink'>;

type JobContext = Pick<Service, 'application' | 'database' | 'storage' | 'log' | 'timers' | 'tokens'>;

/** Publishes in one process. A start without a broker removes the follower and its position, unless another process publishes. */
export class EventSinkJob {
  readonly #context: JobContext;
  readonly #holder: string;
  readonly #running: { readonly sink: EventSink; readonly follower: SinkFollower; readonly following: Following } | undefined;

  constructor(context: JobContext, { sink }: SinkSettings) {
    this.#context = context;
    this.#holder = context.tokens.create();
    this.#running = sink ? this.#create(brokerSink(sink)) : undefined;
  }

  start(): void {
    if (this.#running) this.#running.following.start();
    else void this.#forget();
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    const { sink, follower, following } = this.#running;
    const cancel = this.#context.timers.after(maxStopWaitMs, () => follower.stop());
    await following.stop();
    cancel();
    await sink.close();
  }

  #create(sink: EventSink) {
    const { application, database, log, timers } = this.#context;
    const follower = new SinkFollower(sink, { kinds: [], sections: [] });
    const following = new Following(follower, {
      ...{ feed: application.changeFeed, signal: application.commits, unitOfWork: database.unitOfWork },
      ...{ timers, log, holder: this.#holder, chance: Math.random },
    });
    return { sink, follower, following };
  }

  async #forget(): Promise<void> {
    const { database, storage, log } = this.#context;
    try {
      await database.unitOfWork.run(async ({ feed }) => {
        if (await feed.lease(sinkFollowerName, this.#holder, removalSeconds)) await feed.removeFollower(sinkFollowerName);
      });
    } catch (error) {
      if (!storage.note(error)) log.error('position of the event sink not removed', { error });
    }
  }
}
