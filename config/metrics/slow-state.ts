import type { FeedState, MailState } from '../../adapters/metrics/index.js';
import { readFollowers } from '../../application/changes/feed/change-feed.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { readUtilisation, type Utilisation } from '../../application/utilisation.js';

/** In milliseconds. */
const feedInterval = 10_000;
const utilisationInterval = 60_000;
const mailInterval = 60_000;

/** Polls metrics of the storage, so that a metrics request does not wait for the storage. */
export class SlowState {
  feed: FeedState | undefined;
  utilisation: readonly Utilisation[] = [];
  mails: MailState | undefined;
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #maxSubnets: number;
  readonly #note: (error: unknown) => void;
  #stopped = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** @param maxSubnets number of networks with utilization metrics; 0 for none @param note called with read errors */
  constructor(readers: Readers, unitOfWork: UnitOfWork, maxSubnets: number, note: (error: unknown) => void) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#maxSubnets = maxSubnets;
    this.#note = note;
  }

  async start(): Promise<void> {
    const reads = [
      this.#repeat(feedInterval, async () => {
        this.feed = await readFollowers(this.#readers, this.#unitOfWork);
      }),
      this.#repeat(mailInterval, async () => {
        this.mails = await this.#readers.notifications.backlog();
      }),
    ];
    const readUsage = async (): Promise<void> => {
      this.utilisation = await readUtilisation(this.#readers, this.#maxSubnets);
    };
    if (this.#maxSubnets > 0) reads.push(this.#repeat(utilisationInterval, readUsage));
    await Promise.all(reads);
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** The interval starts after the previous read. */
  async #repeat(interval: number, read: () => Promise<void>): Promise<void> {
    await read().catch((error: unknown) => this.#stopped || this.#note(error));
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#repeat(interval, read);
    }, interval).unref();
    this.#timers.add(timer);
  }
}
