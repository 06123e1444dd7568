import { clientName, type OAuthClient, oauthLimits, problemWithRedirectUri } from './oauth.js';

export const clientDocumentLimits = {
  urlLength: 500,
  bytes: 5 * 1024,
  timeoutMs: 5000,
  /** Longest time for which a document is stored. */
  maxAgeMs: 86_400_000,
  readsOfUserPerMinute: 20,
} as const;

const urlForm = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(\/[\w.~!$&'()*+,;=:@%/?-]+)$/i;
const dotSegment = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i;

/**
 * Whether a client id is the URL of a metadata document (OAuth Client ID Metadata Document, section 3): https with a host and a
 * path, without fragment, user and dot segments.
 */
export const isClientUrl = (id: string): boolean =>
  id.length <= clientDocumentLimits.urlLength && urlForm.test(id) && !dotSegment.test(id);

/** The host and port of a client id that is a URL; undefined for others. */
export const hostOfClient = (id: string): string | undefined => urlForm.exec(id)?.[1]?.toLowerCase();

/**
 * The client of a metadata document. It must contain its own URL as `client_id`, and no secret: clients authenticate by PKCE only.
 * @param content JSON value of the document
 * @returns the problem as a text for an invalid document
 */
export function clientInDocument(url: string, content: unknown, now: Date): OAuthClient | string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'is not a JSON object';
  const members = new Map<string, unknown>(Object.entries(content));
  if (members.get('client_id') !== url) return 'has another client_id';
  if (members.has('client_secret') || members.has('client_secret_expires_at')) return 'contains a client secret';
  if ((members.get('token_endpoint_auth_method') ?? 'none') !== 'none')
    return 'requires another token_endpoint_auth_method than none';
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

/** The texts of a list; none for another value, or a list with other values. */
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : [];
