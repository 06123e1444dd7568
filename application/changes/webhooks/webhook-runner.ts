import { reasonOf } from '../../ports/storage-error.js';
import { Following, type FollowingPorts } from '../feed/following.js';
import { type DeliveryPorts, WebhookFollower } from './webhook-follower.js';

/** Maximum wait for receivers during a stop, in milliseconds. */
const maxStopWait = 3000;

/** Interval of reading the list of webhooks, in milliseconds. */
const pollIntervalMs = 5000;

export class WebhookRunner {
  readonly #ports: DeliveryPorts & FollowingPorts;
  readonly #following = new Map<string, { readonly follower: WebhookFollower; readonly following: Following }>();
  #stopped = false;
  #looking: Promise<void> | undefined;
  #cancel = (): void => {};

  constructor(ports: DeliveryPorts & FollowingPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#looking = this.#poll()
      .catch((error: unknown) => this.#ports.log.debug('webhooks could not be read', { problem: reasonOf(error) }))
      .then(() => {
        if (!this.#stopped) this.#cancel = this.#ports.timers.after(pollIntervalMs, () => this.start());
      });
  }

  /** Ends deliveries. Running ones are cancelled after `maxStopWait`. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#looking;
    const all = [...this.#following.values()];
    const cancel = this.#ports.timers.after(maxStopWait, () => {
      for (const { follower } of all) follower.stop();
    });
    await Promise.all(all.map(({ following }) => following.stop()));
    cancel();
  }

  async #poll(): Promise<void> {
    const webhooks = await this.#ports.readers.webhooks.list();
    const enabledNames = new Set(webhooks.filter(({ disabled }) => !disabled).map(({ name }) => name));
    for (const name of this.#following.keys()) if (!enabledNames.has(name)) void this.#end(name);
    for (const name of enabledNames) {
      if (this.#stopped || this.#following.has(name)) continue;
      const follower = new WebhookFollower(name, this.#ports);
      const following = new Following(follower, this.#ports);
      this.#following.set(name, { follower, following });
      following.start();
    }
  }

  /**
   * Stops a follower. The webhook stays in the map until then, because the lease of this process would permit a second follower.
   */
  async #end(name: string): Promise<void> {
    const running = this.#following.get(name);
    await running?.following.stop();
    if (this.#following.get(name) === running) this.#following.delete(name);
  }
}
