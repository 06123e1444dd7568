import type { Webhook } from '../../domain/changes/webhook.js';
import type { ChangeEvent } from './event.js';

/** A receiver with the secret that its deliveries are signed with. */
export interface StoredWebhook extends Webhook {
  readonly secret: string;
}

/** One attempt to deliver events. */
export interface Delivery {
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly events: number;
  /** Id of the first. */
  readonly firstEvent: string;
  /** The HTTP status; null where none came. */
  readonly status: number | null;
  /** What went wrong, in words; null when nothing did. */
  readonly problem: string | null;
  readonly milliseconds: number;
}

/** An event that its receiver refused. */
export interface DeadLetter {
  readonly id: number;
  readonly event: ChangeEvent;
}

/** Reads receivers of changes. */
export interface WebhookReader {
  /** By name. */
  list(): Promise<Webhook[]>;
  /** With its secret: never to be shown. */
  find(name: string): Promise<StoredWebhook | undefined>;
  /** The newest attempts, newest first. */
  deliveries(name: string, max: number): Promise<Delivery[]>;
  /** Those that came first, first. */
  deadLetters(name: string, max: number): Promise<DeadLetter[]>;
  countDeadLetters(): Promise<ReadonlyMap<string, number>>;
}

/** Stores receivers of changes. */
export interface WebhookRepository extends WebhookReader {
  /** Adds a receiver, or changes the one of its name. */
  save(webhook: StoredWebhook): Promise<void>;
  /** Deletes it with all that is known of its deliveries. */
  delete(name: string): Promise<void>;
  /** Notes an attempt, and forgets all but the newest ones. */
  noteDelivery(name: string, delivery: Delivery, keep: number): Promise<void>;
  addDeadLetter(name: string, event: ChangeEvent): Promise<void>;
  removeDeadLetter(id: number): Promise<void>;
}

/** What is to be sent to a receiver. */
export interface Shipment {
  readonly url: string;
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Of the first event in it. */
  readonly eventId: string;
  /** Seconds since 1970 UTC, which are signed too. */
  readonly timestamp: number;
  /** Whether it may go to addresses that are not public. */
  readonly privateTargets: boolean;
}

/** Sends signed events over HTTP. */
export interface WebhookSender {
  /**
   * @param stop ends it early: the receiver may have got it, or not
   * @returns the status of the answer
   * @throws WebhookFailure when none came, it was stopped, or the target must not be spoken to
   */
  send(shipment: Shipment, stop?: AbortSignal): Promise<number>;
}

/** No answer came from a receiver; its text says why, for people, and holds no secret. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
