import type { OpenedRequest } from '../../../../application/ports/authentication.js';
import type { RequestSeal } from '../../../../domain/access/request-seal.js';
import { RequestError } from '../../request-error.js';
import { noParameters, type RequestParameters, readJsonBody, readQueryParameters } from '../../wire/parameters.js';
import { contentTypeOf } from './body.js';

/**
 * Parses the content of an encrypted request: JSON, or a query string for the form content type. With authenticated encryption, the
 * fields method, time and nonce are not parameters, but the seal of the request.
 * @throws RequestError request.encrypted if decryption failed, request.noController for invalid JSON
 */
export function readEncryptedRequest(
  opened: OpenedRequest | undefined,
  contentType: string | undefined,
): { readonly parameters: RequestParameters; readonly seal: RequestSeal } {
  if (opened === undefined) throw new RequestError('request.encrypted');
  const parameters = readParameters(opened.text, contentType);
  if (!opened.isAuthenticated) return { parameters, seal: {} };
  const { method, time, nonce } = parameters;
  return { parameters: withoutSeal(parameters), seal: { method, time, nonce } };
}

const sealNames: ReadonlySet<string> = new Set(['method', 'time', 'nonce'] satisfies (keyof RequestSeal)[]);

function withoutSeal(parameters: RequestParameters): RequestParameters {
  const rest = noParameters();
  for (const [name, value] of Object.entries(parameters)) if (!sealNames.has(name)) rest[name] = value;
  return rest;
}

function readParameters(plaintext: string, contentType: string | undefined): RequestParameters {
  if (contentTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return readQueryParameters(plaintext.replace(/^\?/, ''));
  try {
    return readJsonBody(plaintext);
  } catch {
    throw new RequestError('request.noController');
  }
}
