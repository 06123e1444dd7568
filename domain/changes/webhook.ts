import { type AdministeredValues, defaultsOf, defineAdministered, pathName } from '../fields/administered-field.js';

/** The fields of webhooks. */
export const webhookFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 64, form: pathName, required: true, writeOnce: true },
    meaning: 'What the webhook is called.',
  },
  url: { type: 'text', max: 2000, required: true, meaning: 'Where events are sent, e.g. https://hooks.example/ipam.' },
  secret: {
    ...{ type: 'text', max: 128, required: true, readOnly: true, hidden: true },
    form: { pattern: /^[\x21-\x7e]{16,128}$/, problem: 'must be 16 to 128 printable ASCII characters without spaces' },
    meaning: 'The key that signs deliveries.',
  },
  kinds: {
    type: 'texts',
    meaning: 'Only changes of these, e.g. subnet, address; those of users, applications... when named only.',
  },
  sections: { type: 'ids', meaning: 'Only changes in these sections, by id.' },
  disabled: { type: 'flag', meaning: 'Whether nothing is sent; what is missed meanwhile is sent afterwards.' },
  comment: { type: 'multiline', max: 65535, meaning: 'What it is for.' },
});

/** A receiver of changes: its URL and its filter, without its secret. */
export type Webhook = Omit<AdministeredValues<typeof webhookFields>, 'secret'>;

/** The state of a webhook, shown where webhooks are listed. */
export const progressFields = defineAdministered({
  behind: { type: 'integer', readOnly: true, meaning: 'Changes that it has not been told of yet.' },
  failures: { type: 'integer', readOnly: true, meaning: 'How often in a row it could not be told.' },
  deadLetters: { type: 'integer', readOnly: true, meaning: 'Events that its receiver refused.' },
});

/** The settings of webhooks. */
export const webhookSettingFields = defineAdministered({
  privateTargets: { type: 'flag', meaning: 'Whether receivers of webhooks may be in private networks and without TLS.' },
  keepDays: {
    ...{ type: 'integer', min: 0, max: 36_500, default: 30 },
    meaning: 'For how many days more the history keeps what was not delivered.',
  },
});

/** Limits of receivers for the whole service. */
export type WebhookSettings = AdministeredValues<typeof webhookSettingFields>;

export const defaultWebhookSettings: WebhookSettings = defaultsOf(webhookSettingFields);

/** Problem of a receiver's URL: malformed, with a user name, or without TLS where TLS is needed. */
export type UrlProblem = 'malformed' | 'namesUser' | 'insecure';

/** A name or an address in brackets, and a port. */
const hostAndPort = /^(?:\[[0-9a-f.]*:[0-9a-f:.]*\]|[^\s:[\]%\\<>^|"`{}]+)(?::(\d{1,5}))?$/i;

const highestPort = 65_535;

/** The problem of a receiver's URL; undefined for a valid one. */
export function problemWithUrl(
  text: string,
  { privateTargets }: Pick<WebhookSettings, 'privateTargets'>,
): UrlProblem | undefined {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)([/?][^#\s]*)?$/i.exec(text) ?? [];
  if (!['http', 'https'].includes(scheme.toLowerCase())) return 'malformed';
  if (authority.includes('@')) return 'namesUser';
  const place = hostAndPort.exec(authority);
  if (!place || Number(place[1] ?? 0) > highestPort) return 'malformed';
  return scheme.toLowerCase() === 'http' && !privateTargets ? 'insecure' : undefined;
}

/** Result of a delivery: accepted; refused, which a retry does not change; or failed, which a retry may change. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'failed';

/** After so many refusals of one event it goes to the dead letters, and those behind it are delivered. */
export const maxRefusals = 8;

/** Attempts to deliver that are kept of a receiver. */
export const maxStoredDeliveries = 200;
