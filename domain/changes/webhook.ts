import { type AdministeredValues, defaultsOf, defineAdministered, pathName } from '../fields/administered-field.js';

/** hexipam: an object with the webhook name and the events; cloudevents: a batch of CloudEvents 1.0. */
export const webhookFormats = ['hexipam', 'cloudevents'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 64, form: pathName, required: true, writeOnce: true },
    meaning: 'Name of the webhook.',
  },
  url: { type: 'text', max: 2000, required: true, meaning: 'URL of the receiver, e.g. https://hooks.example/ipam.' },
  secret: {
    ...{ type: 'text', max: 128, required: true, readOnly: true, hidden: true },
    form: { pattern: /^[\x21-\x7e]{16,128}$/, problem: 'must be 16 to 128 printable ASCII characters without spaces' },
    meaning: 'Key for the signature of deliveries.',
  },
  kinds: {
    type: 'texts',
    meaning: 'Object types, e.g. subnet, address; empty: all except users, applications and other objects of administration.',
  },
  sections: { type: 'ids', meaning: 'IDs of sections with changes to send; empty: all.' },
  format: {
    ...{ type: 'enum', values: webhookFormats, default: 'hexipam' },
    meaning: 'Format of deliveries: hexipam, or cloudevents (CloudEvents 1.0, JSON batch).',
  },
  disabled: { type: 'flag', meaning: 'Whether deliveries are paused; missed events are sent afterwards.' },
  comment: { type: 'multiline', max: 65535, meaning: 'Purpose of the webhook.' },
});

export type Webhook = Omit<AdministeredValues<typeof webhookFields>, 'secret'>;

export const progressFields = defineAdministered({
  behind: { type: 'integer', readOnly: true, meaning: 'Number of changes that are not delivered yet.' },
  failures: { type: 'integer', readOnly: true, meaning: 'Number of consecutive failed deliveries.' },
  deadLetters: { type: 'integer', readOnly: true, meaning: 'Number of events that the receiver refused.' },
});

export const webhookSettingFields = defineAdministered({
  privateTargets: { type: 'flag', meaning: 'Whether receivers may be in private networks and without TLS.' },
  keepDays: {
    ...{ type: 'integer', min: 0, max: 36_500, default: 30 },
    meaning: 'Additional days for which undelivered changes are stored.',
  },
});

export type WebhookSettings = AdministeredValues<typeof webhookSettingFields>;

export const defaultWebhookSettings: WebhookSettings = defaultsOf(webhookSettingFields);

export type UrlProblem = 'malformed' | 'namesUser' | 'insecure';

const hostAndPort = /^(?:\[[0-9a-f.]*:[0-9a-f:.]*\]|[^\s:[\]%\\<>^|"`{}]+)(?::(\d{1,5}))?$/i;

const highestPort = 65_535;

export function problemWithUrl(
  text: string,
  { privateTargets }: Pick<WebhookSettings, 'privateTargets'>,
): UrlProblem | undefined {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)([/?][^#\s]*)?$/i.exec(text) ?? [];
  if (!['http', 'https'].includes(scheme.toLowerCase())) return 'malformed';
  if (authority.includes('@')) return 'namesUser';
  const match = hostAndPort.exec(authority);
  if (!match || Number(match[1] ?? 0) > highestPort) return 'malformed';
  return scheme.toLowerCase() === 'http' && !privateTargets ? 'insecure' : undefined;
}

/** Refused events are retried until they become dead letters. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'failed';

/** After this number of refusals, an event becomes a dead letter. */
export const maxRefusals = 8;

/** Stored delivery attempts per webhook. */
export const maxStoredDeliveries = 200;
