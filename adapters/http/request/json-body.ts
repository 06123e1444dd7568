import { safeValue } from './parameter-value.js';
import { noParameters, type RequestParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';

const malformed = (problem: string) => new RequestError('request.json', { problem });

/**
 * Parameters of a JSON body: the members of its object, or the elements of its list under the names "0", "1" and so on.
 * A blank text has none. The last of equal names wins.
 * @throws RequestError request.json with the problem in the words of existing servers; request.encoding (safeValue).
 */
export function readJsonBody(text: string): RequestParameters {
  if (text.trim() === '') return noParameters();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed('Syntax error');
  }
  if (typeof parsed !== 'object' || parsed === null) throw malformed('No error');
  return Object.assign(
    noParameters(),
    safeValue(parsed, () => malformed('Maximum stack depth exceeded')),
  );
}
