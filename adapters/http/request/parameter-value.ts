import { noParameters, type RequestParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';
import { maxDepth, NameCount } from './size-limits.js';

/**
 * A copy of parsed input that is safe to hand on: objects have no prototype (a member `__proto__` is an ordinary one), texts
 * are well-formed Unicode, nesting and the number of names are bounded.
 * @param tooDeep the error for deeper nesting.
 * @throws RequestError request.encoding: half of a surrogate pair in a text or name; request.tooManyNames
 */
function safeValue(value: unknown, tooDeep: () => RequestError): unknown {
  const names = new NameCount();
  const copyOf = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') return wellFormed(part);
    if (typeof part !== 'object' || part === null) return part;
    if (depth === maxDepth) throw tooDeep();
    if (Array.isArray(part)) return part.map((item) => copyOf(item, depth + 1));
    const copy = noParameters();
    for (const [name, member] of Object.entries(part)) {
      names.add(name);
      copy[wellFormed(name)] = copyOf(member, depth + 1);
    }
    return copy;
  };
  return copyOf(value, 0);
}

/** The members of a parsed object as parameters. @throws RequestError as safeValue does */
export const safeMembers = (value: object, tooDeep: () => RequestError): RequestParameters =>
  Object.assign(noParameters(), safeValue(value, tooDeep));

function wellFormed(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new RequestError('request.encoding');
  return text;
}
