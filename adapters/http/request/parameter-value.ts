import { noParameters } from './query-parameters.js';
import { RequestError } from './request-error.js';

/** How deep a value of a body may be nested. */
const deepest = 64;

/**
 * A copy of parsed input that is safe to hand on: objects have no prototype (a member `__proto__` is an ordinary one), texts
 * are well-formed Unicode, nesting is bounded.
 * @param tooDeep the error for deeper nesting.
 * @throws RequestError request.encoding: half of a surrogate pair in a text or name.
 */
export function safeValue(value: unknown, tooDeep: () => RequestError, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw tooDeep();
  if (Array.isArray(value)) return value.map((item) => safeValue(item, tooDeep, depth + 1));
  const copy = noParameters();
  for (const [name, member] of Object.entries(value)) copy[wellFormed(name)] = safeValue(member, tooDeep, depth + 1);
  return copy;
}

function wellFormed(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new RequestError('request.encoding');
  return text;
}
