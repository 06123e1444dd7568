import { contentTypeOf } from './body.js';
import { readJsonBody } from './json-body.js';
import { type RequestParameters, readQueryParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';

/**
 * Reads what an encrypted request says: JSON, or a query string where the content type is that of a form.
 * @throws RequestError request.encrypted when it could not be decrypted, request.noController when it says nothing readable
 */
export function readEncryptedRequest(plaintext: string | undefined, contentType: string | undefined): RequestParameters {
  if (plaintext === undefined) throw new RequestError('request.encrypted');
  if (contentTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return readQueryParameters(plaintext.replace(/^\?/, ''));
  try {
    return readJsonBody(plaintext);
  } catch {
    throw new RequestError('request.noController');
  }
}
