import { IpAddress } from '../net/ip-address.js';
import { clientName, type OAuthClient, oauthLimits, problemWithRedirectUri } from './oauth.js';

export const clientDocumentLimits = {
  urlLength: 500,
  bytes: 5 * 1024,
  timeoutMs: 5000,
  /** Shortest and longest time for which a valid document is stored. */
  minAgeMs: 300_000,
  maxAgeMs: 86_400_000,
  /** Number of stored documents. */
  stored: 1000,
  readsOfUserPerMinute: 20,
  /** Simultaneous reads. */
  reads: 16,
  readsOfUser: 4,
} as const;

const urlForm = /^https:\/\/([a-z0-9.-]+)(?::([1-9]\d{0,4}))?(\/[\w.~!$&'()*+,;=:@%/-]+(?:\?[\w.~!$&()*+,;=:@%/?-]*)?)$/i;
const dotSegment = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Runtimes read a host with such a last label as an IPv4 address. */
const numericLabel = /^(?:\d+|0x[\da-f]*)$/i;

/** Whether a text is a host name or an IPv4 address as dotted quad. Other forms of IPv4 are refused: `127.1`, `0x7f000001`. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((each) => label.test(each))) return false;
  return !numericLabel.test(labels.at(-1) ?? '') || IpAddress.read(host)?.toString() === host;
}

/** The host and port of a client id that is the URL of a metadata document; undefined for others. */
export function hostOfClient(id: string): string | undefined {
  const [, host = '', port] = id.length <= clientDocumentLimits.urlLength ? (urlForm.exec(id) ?? []) : [];
  if (!isHost(host) || Number(port ?? 443) > 65_535 || dotSegment.test(id)) return undefined;
  return (port === undefined ? host : `${host}:${port}`).toLowerCase();
}

/**
 * Whether a client id is the URL of a metadata document (OAuth Client ID Metadata Document, section 3): https with a host and a
 * path that is not only `/`, without fragment, user and dot segments.
 */
export const isClientUrl = (id: string): boolean => hostOfClient(id) !== undefined;

/**
 * The client of a metadata document. It must contain its own URL as `client_id`, and no secret: clients authenticate by PKCE only.
 * @param content JSON value of the document
 * @returns the problem as a text for an invalid document
 */
export function clientInDocument(url: string, content: unknown, now: Date): OAuthClient | string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'is not a JSON object';
  const members = new Map<string, unknown>(Object.entries(content));
  if (members.get('client_id') !== url) return 'has a client_id other than its URL';
  if (members.has('client_secret') || members.has('client_secret_expires_at')) return 'contains a client secret';
  if ((members.get('token_endpoint_auth_method') ?? 'none') !== 'none')
    return 'requires a token_endpoint_auth_method other than none';
  const uris = textsIn(members.get('redirect_uris'));
  if (uris.length === 0 || uris.length > oauthLimits.redirectUris)
    return `must have 1 to ${oauthLimits.redirectUris} redirect_uris`;
  for (const uri of uris) {
    const problem = problemWithRedirectUri(uri);
    if (problem !== undefined) return `has a redirect URI that ${problem}`;
  }
  const name = members.get('client_name');
  return { id: url, name: clientName(typeof name === 'string' ? name : ''), redirectUris: uris, created: now, lastGranted: null };
}

/** The value if it is a list of texts, otherwise an empty list. */
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : [];
