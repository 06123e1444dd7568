import { type DeliveryOutcome, maxRefusals, maxStoredDeliveries } from '../../../domain/changes/webhook.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Clock } from '../../ports/environment.js';
import type { ChangeEvent } from '../../ports/event.js';
import type { FeedEntry } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { type Delivery, type StoredWebhook, WebhookFailure, type WebhookSender } from '../../ports/webhooks.js';
import type { Follower } from '../feed/following.js';
import { batchOf, type EventBatch } from '../feed/outgoing-events.js';
import { bodyOf, contentTypes, maxEvents, outcomeOfStatus } from './delivery.js';

export interface DeliveryPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly sender: WebhookSender;
}

/** Maximum length of a delivery with several events, in characters. */
const maxLength = 1_000_000;

export const followerOf = (name: string): string => `webhook:${name}`;

class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

export class Deliveries {
  readonly #ports: DeliveryPorts;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** @param stop cancels the delivery */
  async attempt(
    webhook: StoredWebhook,
    events: readonly ChangeEvent[],
    stop?: AbortSignal,
  ): Promise<Delivery & { readonly outcome: DeliveryOutcome }> {
    const { readers, unitOfWork, clock } = this.#ports;
    const { webhooks } = await readers.settings.read();
    const start = clock.now();
    const { url, secret, name, format } = webhook;
    const body = bodyOf({ webhook: name, events }, format);
    const contentType = contentTypes[format];
    const eventId = events[0]?.id ?? '';
    const timestamp = Math.floor(start.getTime() / 1000);
    const { privateTargets } = webhooks;
    const { status, problem } = await this.#send({ url, secret, body, contentType, eventId, timestamp, privateTargets }, stop);
    const milliseconds = Math.max(0, clock.now().getTime() - start.getTime());
    const delivery = { at: formatTimestamp(start), events: events.length, firstEvent: eventId, status, problem, milliseconds };
    await unitOfWork.run((repositories) => repositories.webhooks.noteDelivery(name, delivery, maxStoredDeliveries));
    return { ...delivery, outcome: status === null ? 'failed' : outcomeOfStatus(status) };
  }

  async #send(...delivery: Parameters<WebhookSender['send']>): Promise<Pick<Delivery, 'status' | 'problem'>> {
    try {
      const status = await this.#ports.sender.send(...delivery);
      return { status, problem: outcomeOfStatus(status) === 'delivered' ? null : `the receiver answered ${status}` };
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error;
      return { status: null, problem: error.message };
    }
  }
}

/**
 * Sends changes to a receiver. Events are delayed while the receiver is unavailable. A repeatedly refused event becomes a dead
 * letter and no longer delays later events.
 */
export class WebhookFollower implements Follower {
  readonly name: string;
  readonly max = 1000;
  readonly begins = null;
  readonly #webhook: string;
  readonly #ports: DeliveryPorts;
  readonly #deliveries: Deliveries;
  /** The event that the receiver last refused when it was sent alone, and the number of these refusals. */
  #refused = { id: '', times: 0 };
  /** Set after a refused batch. Events are then delivered separately to find the refused one. */
  #isOneByOne = false;
  #isStopped = false;
  /** Cancels the current delivery. Each delivery has its own controller, because listeners of a signal stay attached to it. */
  #currentDelivery = new AbortController();

  constructor(webhook: string, ports: DeliveryPorts) {
    this.name = followerOf(webhook);
    this.#webhook = webhook;
    this.#ports = ports;
    this.#deliveries = new Deliveries(ports);
  }

  async handle(entries: readonly FeedEntry[]): Promise<number> {
    const webhook = await this.#ports.readers.webhooks.find(this.#webhook);
    if (!webhook || webhook.disabled) throw new NotDelivered('the webhook was removed or disabled');
    const batch = batchOf(webhook, entries, { maxEvents: this.#isOneByOne ? 1 : maxEvents, maxLength });
    if (batch.events.length === 0) return entries.length;
    this.#currentDelivery = new AbortController();
    if (this.#isStopped) this.#currentDelivery.abort();
    const { outcome, problem } = await this.#deliveries.attempt(webhook, batch.events, this.#currentDelivery.signal);
    if (outcome === 'delivered') {
      this.#isOneByOne = false;
      return batch.entries;
    }
    if (outcome === 'refused') return this.#refuse(batch, problem);
    throw new NotDelivered(problem ?? outcome);
  }

  /** Cancels the current delivery. Its events are delivered again. */
  stop(): void {
    this.#isStopped = true;
    this.#currentDelivery.abort();
  }

  /** @returns the number of processed entries */
  async #refuse({ events, entries }: EventBatch, problem: string | null): Promise<number> {
    const [event] = events;
    if (!event) return entries;
    if (events.length > 1) {
      this.#isOneByOne = true;
      return 0; // retried immediately with only the first event
    }
    const { id, times } = this.#refused;
    this.#refused = { id: event.id, times: id === event.id ? times + 1 : 1 };
    if (this.#refused.times < maxRefusals) throw new NotDelivered(problem ?? 'refused');
    await this.#ports.unitOfWork.run(({ webhooks }) => webhooks.addDeadLetter(this.#webhook, event));
    return entries;
  }

  async missed({ after, until }: { readonly after: number; readonly until: number }): Promise<void> {
    const at = formatTimestamp(this.#ports.clock.now());
    const problem = `up to ${until - after} events were deleted before they could be delivered`;
    const delivery = { at, events: 0, firstEvent: '', status: null, problem, milliseconds: 0 };
    await this.#ports.unitOfWork.run(({ webhooks }) => webhooks.noteDelivery(this.#webhook, delivery, maxStoredDeliveries));
  }
}
