import type { Webhook } from '../../domain/changes/webhook.js';
import type { ChangeEvent } from './event.js';

/** With the signing secret. */
export interface StoredWebhook extends Webhook {
  readonly secret: string;
}

export interface Delivery {
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly events: number;
  readonly firstEvent: string;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** Null on success. */
  readonly problem: string | null;
  readonly milliseconds: number;
}

/** An event that its receiver refused as often as permitted. */
export interface DeadLetter {
  readonly id: number;
  readonly event: ChangeEvent;
}

export interface WebhookReader {
  /** By name. */
  list(): Promise<Webhook[]>;
  /** With its secret, which is never shown. */
  find(name: string): Promise<StoredWebhook | undefined>;
  /** Newest first. */
  deliveries(name: string, max: number): Promise<Delivery[]>;
  /** Oldest first. */
  deadLetters(name: string, max: number): Promise<DeadLetter[]>;
  countDeadLetters(): Promise<ReadonlyMap<string, number>>;
}

export interface WebhookRepository extends WebhookReader {
  /** Adds a receiver, or replaces the one of the same name. */
  save(webhook: StoredWebhook): Promise<void>;
  /** Deletes its delivery records too. */
  delete(name: string): Promise<void>;
  /** Stores an attempt and deletes all but the newest `retained`. */
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
  /** Whether non-public addresses are allowed. */
  readonly privateTargets: boolean;
}

export interface WebhookSender {
  /**
   * @param stop aborts the request; the receiver may have got it
   * @returns the status of the answer
   * @throws WebhookFailure when no answer came, the request was aborted, or the target is not allowed
   */
  send(shipment: Shipment, stop?: AbortSignal): Promise<number>;
}

/** The text is the reason, for people, without secrets. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
