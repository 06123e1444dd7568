import { brokerSink } from '../../adapters/brokers/index.js';
import { type Follower, Following, type FollowingPorts } from '../../application/changes/feed/following.js';
import { SinkFollower, sinkFollowerName } from '../../application/changes/sink-follower.js';
import { WebhookRunner } from '../../application/changes/webhooks/webhook-runner.js';
import { dnsFollowerName } from '../../application/dns/dns-follower.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type Job, logged, Rounds, within } from './rounds.js';

const dnsPollMs = 2000;
const maxStopWaitMs = 3000;
const removalSeconds = 10;

type FollowerContext = Pick<Service, 'application' | 'database' | 'log' | 'timers' | 'tokens'>;

const portsOf = ({ application, database, log, timers, tokens }: FollowerContext): FollowingPorts => ({
  feed: application.changeFeed,
  signal: application.commits,
  unitOfWork: database.unitOfWork,
  timers,
  log,
  holder: tokens.create(),
  chance: Math.random,
});

/** Runs a follower while a setting enables it. Disabling removes the follower and its position. */
export class OptionalFollower {
  readonly #name: string;
  readonly #create: () => Follower & { stop?(): void };
  readonly #ports: FollowingPorts;
  #end: (() => Promise<void>) | undefined;
  #isForgotten = false;
  #isStopped = false;

  constructor(context: FollowerContext, name: string, create: () => Follower & { stop?(): void }) {
    this.#name = name;
    this.#create = create;
    this.#ports = portsOf(context);
  }

  async follow(isEnabled: boolean): Promise<void> {
    if (this.#isStopped) return;
    if (isEnabled) {
      this.#end ??= this.#begin();
      this.#isForgotten = false;
      return;
    }
    const end = this.#end;
    this.#end = undefined;
    await end?.();
    if (!this.#isForgotten) await this.#ports.unitOfWork.run(({ feed }) => feed.removeFollower(this.#name));
    this.#isForgotten = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end?.();
  }

  #begin(): () => Promise<void> {
    const follower = this.#create();
    const following = new Following(follower, this.#ports);
    following.start();
    return () => {
      follower.stop?.();
      return following.stop();
    };
  }
}

export function dnsJob(service: FollowerContext & Pick<Service, 'storage'>): Job {
  const { application, log } = service;
  const follower = new OptionalFollower(service, dnsFollowerName, () => application.dns.follower(log));
  const rounds = new Rounds({
    firstMs: 0,
    async round() {
      await follower.follow((await application.directory.settings()).dns.enabled);
      return dnsPollMs;
    },
    failed: logged(service, 'DNS settings not read', dnsPollMs),
  });
  return { start: () => rounds.start(), stop: () => within(maxStopWaitMs, Promise.all([rounds.stop(), follower.stop()])) };
}

/** Publishes in one process. A start without a broker removes the follower and its position, unless another process publishes. */
export function eventSinkJob(
  service: FollowerContext & Pick<Service, 'storage'>,
  { sink: access }: Pick<ServiceConfiguration, 'sink'>,
): Job {
  const ports = portsOf(service);
  if (!access) return { start: () => void forgetSink(service, ports), stop: async () => {} };
  const sink = brokerSink(access);
  const follower = new SinkFollower(sink, { kinds: [], sections: [] });
  const following = new Following(follower, ports);
  return {
    start: () => following.start(),
    async stop() {
      const cancel = ports.timers.after(maxStopWaitMs, () => follower.stop());
      await following.stop();
      cancel();
      await sink.close();
    },
  };
}

async function forgetSink(service: Pick<Service, 'storage' | 'log'>, { unitOfWork, holder }: FollowingPorts): Promise<void> {
  try {
    await unitOfWork.run(async ({ feed }) => {
      if (await feed.lease(sinkFollowerName, holder, removalSeconds)) await feed.removeFollower(sinkFollowerName);
    });
  } catch (error) {
    logged(service, 'position of the event sink not removed', 0)(error);
  }
}

export function webhookJob(service: FollowerContext & Pick<Service, 'sender'>): Job {
  const { readers, clock } = service.database;
  return new WebhookRunner({ ...portsOf(service), readers, clock, sender: service.sender });
}
