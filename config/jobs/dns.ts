import { RandomTokenSource, systemTimers } from '../../adapters/system/index.js';
import { Following } from '../../application/changes/feed/following.js';
import { dnsFollowerName } from '../../application/dns/dns-follower.js';
import type { Service } from '../container.js';

/** Polling interval of the settings, in milliseconds. */
const interval = 2000;
/** Maximum wait of `stop` for the current write, in milliseconds. */
const maxWait = 3000;

type JobContext = Pick<Service, 'application' | 'database' | 'storage' | 'log'>;

/** Disabling DNS removes the follower and its position. */
export class DnsRecordKeeping {
  readonly #context: JobContext;
  readonly #holder = new RandomTokenSource().create();
  #end: (() => Promise<void>) | undefined;
  #isForgotten = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    void this.#pollAgain();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const waiting = new Promise<void>((resolve) => void systemTimers.after(maxWait, resolve));
    await Promise.race([this.#end?.(), waiting]);
  }

  async #pollAgain(): Promise<void> {
    const { storage, log } = this.#context;
    await this.#poll().catch((error: unknown) => {
      if (!this.#isStopped && !storage.note(error)) log.error('DNS settings not read', { error });
    });
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#pollAgain(), interval);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    const { application, database } = this.#context;
    const { dns } = await application.directory.settings();
    if (this.#isStopped) return;
    if (dns.enabled) {
      this.#end ??= this.#begin();
      this.#isForgotten = false;
      return;
    }
    const stop = this.#end;
    this.#end = undefined;
    await stop?.();
    if (!this.#isForgotten) await database.unitOfWork.run(({ feed }) => feed.removeFollower(dnsFollowerName));
    this.#isForgotten = true;
  }

  #begin(): () => Promise<void> {
    const { application, database, log } = this.#context;
    const follower = application.dns.follower(log);
    const following = new Following(follower, {
      ...{ feed: application.changeFeed, signal: application.commits, unitOfWork: database.unitOfWork },
      ...{ timers: systemTimers, log, holder: this.#holder, chance: Math.random },
    });
    following.start();
    return () => {
      follower.stop();
      return following.stop();
    };
  }
}
