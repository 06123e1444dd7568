import {
  type ClientDocument,
  ClientDocumentFailure,
  type ClientDocumentSource,
} from '../../application/ports/client-documents.js';
import { type HttpClient, HttpFailure, type HttpResponse } from '../../application/ports/http-client.js';
import { clientDocumentLimits } from '../../domain/access/oauth.js';
import { isPublicAddressText } from '../../domain/net/public-address.js';

export interface HttpClientDocumentsOptions {
  /** Whether documents may be at addresses that are not public. */
  readonly permitsPrivate?: boolean;
  readonly timeoutMs?: number;
}

/** Reads documents by GET. Redirects are not followed. */
export const httpClientDocuments = (
  client: HttpClient,
  { permitsPrivate = false, timeoutMs = clientDocumentLimits.timeoutMs }: HttpClientDocumentsOptions = {},
): ClientDocumentSource => ({
  async read(url) {
    if (!URL.canParse(url)) throw new ClientDocumentFailure('its URL is invalid');
    try {
      const response = await client.send({
        method: 'GET',
        url: new URL(url),
        headers: { Accept: 'application/json' },
        timeoutMs,
        mayConnect: (address) => permitsPrivate || isPublicAddressText(address),
      });
      return documentIn(response, await response.text(clientDocumentLimits.bytes));
    } catch (error) {
      throw error instanceof HttpFailure ? new ClientDocumentFailure(reasonOf(error, permitsPrivate, timeoutMs)) : error;
    }
  },
});

function reasonOf({ reason, code }: HttpFailure, permitsPrivate: boolean, timeoutMs: number): string {
  const isUnknown = reason === 'noAddress' || code === 'ENOTFOUND';
  // one text for both: users learn no names of the own network
  if (reason === 'forbiddenAddress' || (isUnknown && !permitsPrivate)) return 'its host has no public address';
  if (isUnknown) return 'its host has no address';
  if (reason === 'timeout') return `its host did not answer within ${timeoutMs / 1000} s`;
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}

/** @param text undefined: too large @throws ClientDocumentFailure */
function documentIn(response: HttpResponse, text: string | undefined): ClientDocument {
  if (response.status !== 200) throw new ClientDocumentFailure(`its host answered ${response.status}`);
  if (text === undefined) throw new ClientDocumentFailure(`it is larger than ${clientDocumentLimits.bytes} bytes`);
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(response.header('content-type') ?? ''))
    throw new ClientDocumentFailure('its content type is not application/json');
  try {
    return { content: JSON.parse(text), maxAgeMs: maxAgeIn(response.header) };
  } catch {
    throw new ClientDocumentFailure('it is not JSON');
  }
}

/** Milliseconds by the headers Cache-Control, Age, Expires and Date (RFC 9111). */
function maxAgeIn(header: HttpResponse['header']): number {
  const control = header('cache-control') ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const [, maxAge] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control) ?? [];
  const [age = '0'] = /^\d{1,9}$/.exec(header('age') ?? '') ?? [];
  const untilExpiry = Date.parse(header('expires') ?? '') - Date.parse(header('date') ?? '');
  const lifetimeMs = maxAge === undefined ? untilExpiry || 0 : Number(maxAge) * 1000;
  return Math.max(0, lifetimeMs - Number(age) * 1000);
}
