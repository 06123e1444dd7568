import type { Webhook } from '../../domain/changes/webhook.js';
import type { ChangeEvent } from './event.js';

export interface StoredWebhook extends Webhook {
  readonly secret: string;
}

export interface Delivery {
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly events: number;
  readonly firstEvent: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly problem: string | null;
  readonly milliseconds: number;
}

/** An event that its receiver refused `maxRefusals` times. */
export interface DeadLetter {
  readonly id: number;
  readonly event: ChangeEvent;
}

export interface WebhookReader {
  /** All webhooks by name. */
  list(): Promise<Webhook[]>;
  /** A webhook with its secret, which must not be part of responses. */
  find(name: string): Promise<StoredWebhook | undefined>;
  /** Newest first. */
  deliveries(name: string, max: number): Promise<Delivery[]>;
  /** Oldest first. */
  deadLetters(name: string, max: number): Promise<DeadLetter[]>;
  countDeadLetters(): Promise<ReadonlyMap<string, number>>;
}

export interface WebhookRepository extends WebhookReader {
  save(webhook: StoredWebhook): Promise<void>;
  delete(name: string): Promise<void>;
  /** Stores an attempt and deletes all except the newest `retained`. */
  noteDelivery(name: string, delivery: Delivery, retained: number): Promise<void>;
  addDeadLetter(name: string, event: ChangeEvent): Promise<void>;
  removeDeadLetter(id: number): Promise<void>;
}

export interface Shipment {
  readonly url: string;
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  readonly contentType: string;
  readonly eventId: string;
  /** Unix time in seconds; part of the signature. */
  readonly timestamp: number;
  /** Whether non-public addresses are permitted. */
  readonly privateTargets: boolean;
}

export interface WebhookSender {
  /**
   * Returns the response status.
   * @param stop aborts the request; the receiver may have received it
   * @throws WebhookFailure without a response, after an abort, or for a target that is not permitted
   */
  send(shipment: Shipment, stop?: AbortSignal): Promise<number>;
}

/** A failed delivery. The message is the reason, without secrets. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
