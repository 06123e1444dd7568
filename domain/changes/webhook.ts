/** A receiver of changes: where they are sent, and which. Its secret is not part of it. */
export interface Webhook {
  /** Unique. */
  readonly name: string;
  readonly url: string;
  /** Empty: all but those of what administrators set. */
  readonly kinds: readonly string[];
  /** Ids; empty: all, and what stands in none. */
  readonly sections: readonly number[];
  readonly disabled: boolean;
  readonly comment: string;
}

/** What the service allows of receivers. */
export interface WebhookSettings {
  /** Whether receivers may be in this machine or in private networks, and be spoken to without TLS. */
  readonly privateTargets: boolean;
  /** For how many days longer than others changes are kept that were not delivered. */
  readonly keepDays: number;
}

export const defaultWebhookSettings: WebhookSettings = { privateTargets: false, keepDays: 30 };

/** What is wrong with a receiver's URL: it is none, it names a user, or what is sent there could be read on the way. */
export type UrlProblem = 'malformed' | 'namesUser' | 'insecure';

/** A name or an address in brackets, and a port. */
const hostAndPort = /^(?:\[[0-9a-f.]*:[0-9a-f:.]*\]|[^\s:[\]%\\<>^|"`{}]+)(?::(\d{1,5}))?$/i;

const highestPort = 65_535;

/** What is wrong with a receiver's URL; undefined for a sound one. */
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

/** What became of a delivery: taken; refused, which another try would not change; or failed, which it may. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'failed';

/** After so many refusals of one event it goes to the dead letters, and those behind it are delivered. */
export const maxRefusals = 8;

/** Attempts to deliver that are kept of a receiver. */
export const maxStoredDeliveries = 200;
