import { noParameters, type RequestParameters, safeMembers } from './query-parameters.js';
import { RequestError } from './request-error.js';
import { ElementCount, maxDepth } from './size-limits.js';

const malformed = (problem: string) => new RequestError('request.json', { problem });
const tooDeep = () => malformed('Maximum stack depth exceeded');

/**
 * Parameters of a JSON body: the members of its object, or the elements of its list under the names "0", "1" and so on.
 * A blank text has none. The last of equal names wins.
 * @throws RequestError request.json with the problem in the words of existing servers; request.tooManyElements;
 * request.encoding, request.tooManyNames (safeMembers).
 */
export function readJsonBody(text: string, maxElements?: number): RequestParameters {
  if (text.trim() === '') return noParameters();
  checkSize(text, maxElements);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed('Syntax error');
  }
  if (typeof parsed !== 'object' || parsed === null) throw malformed('No error');
  return safeMembers(parsed, tooDeep);
}

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const openings = new Set(['[', '{'].map((character) => character.charCodeAt(0)));
const closings = new Set([']', '}'].map((character) => character.charCodeAt(0)));

/**
 * Counts what the text would be parsed into, without parsing it: small elements cost a hundred times as much to hold as to
 * send.
 */
function checkSize(text: string, max?: number): void {
  const elements = new ElementCount(max);
  let depth = 0;
  let isText = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (isText) {
      if (code === backslash) place++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === comma) elements.add();
    else if (openings.has(code)) {
      elements.add();
      if (++depth > maxDepth) throw tooDeep();
    } else if (closings.has(code)) depth--;
  }
}
