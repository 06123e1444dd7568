import {
  type DeliveryOutcome,
  problemWithUrl,
  type UrlProblem,
  type WebhookFormat,
  type WebhookSettings,
} from '../../../domain/changes/webhook.js';
import type { ChangeEvent } from '../../ports/event.js';
import type { Shipment } from '../../ports/webhooks.js';
import { cloudEventOf } from '../feed/outgoing-events.js';

export const maxEvents = 100;

/** Event id of a test delivery without a change. */
export const testEventId = 'test';

export interface DeliveryBody {
  readonly webhook: string;
  /** Oldest first; at least one. */
  readonly events: readonly ChangeEvent[];
}

export const contentTypes: Readonly<Record<WebhookFormat, string>> = {
  hexipam: 'application/json',
  cloudevents: 'application/cloudevents-batch+json',
};

export const bodyOf = (body: DeliveryBody, format: WebhookFormat): string =>
  JSON.stringify(
    format === 'hexipam' ? body : body.events.map((event) => cloudEventOf(`/hexipam/webhooks/${body.webhook}`, event)),
  );

/** HMAC-SHA256 of a text with a secret, in hexadecimal digits. */
export type Sign = (secret: string, text: string) => string;

export interface DeliveryHeader {
  readonly meaning: string;
  readonly pattern: string;
  readonly value: (shipment: Shipment, sign: Sign) => string;
}

/** Headers of a delivery, in addition to those of every request with a body. */
export const deliveryHeaders: Readonly<Record<string, DeliveryHeader>> = {
  'User-Agent': {
    meaning: 'Sender of the delivery.',
    pattern: '^Hexipam-Webhook$',
    value: () => 'Hexipam-Webhook',
  },
  'Hexipam-Event-Id': {
    meaning: `The id of the first event. \`${testEventId}\`: a test of the delivery.`,
    pattern: `^([0-9a-z]+\\.[0-9a-z]+|${testEventId})$`,
    value: ({ eventId }) => eventId,
  },
  'Hexipam-Timestamp': {
    meaning:
      'Time of sending, in seconds since 1970 UTC. Refuse deliveries that are older than a few minutes: an attacker may repeat them.',
    pattern: '^\\d+$',
    value: ({ timestamp }) => String(timestamp),
  },
  'Hexipam-Signature': {
    meaning:
      'HMAC-SHA256 with the secret of the webhook, over the timestamp, a dot and the received bytes of the body; in hexadecimal digits after `sha256=`.',
    pattern: '^sha256=[0-9a-f]{64}$',
    value: ({ secret, timestamp, body }, sign) => `sha256=${sign(secret, `${timestamp}.${body}`)}`,
  },
};

export const headersOf = (shipment: Shipment, sign: Sign): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(deliveryHeaders).map(([name, { value }]) => [name, value(shipment, sign)]));

/** The outcome of a delivery by HTTP status. Redirects are not followed. */
export function outcomeOfStatus(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 300 && status < 500 && ![408, 425, 429].includes(status) ? 'refused' : 'failed';
}

const words: Readonly<Record<UrlProblem, string>> = {
  malformed: 'must be an https URL without a fragment',
  namesUser: 'must not contain a user name or password',
  insecure: 'must begin with https://, unless privateTargets in settings.webhooks is true',
};

/** The problem of a receiver's URL, as the end of a sentence; undefined for a valid URL. */
export function urlProblemText(url: string, settings: Pick<WebhookSettings, 'privateTargets'>): string | undefined {
  const problem = problemWithUrl(url, settings);
  return problem && words[problem];
}
