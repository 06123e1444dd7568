import { RequestError } from './request-error.js';
import { ElementCount, maxDepth, maxElements, NameCount } from './size-limits.js';

/** Parameters of a request by name: an object without a prototype, so that every name is an ordinary one. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/** An empty set of parameters to fill. */
export const noParameters = (): Record<string, unknown> => Object.create(null);

/** One set of parameters out of several; of equal names the later one wins. */
export function mergeParameters(...sources: readonly RequestParameters[]): RequestParameters {
  return Object.assign(noParameters(), ...sources);
}

/**
 * Reads `a=b&c=d` as query strings and form bodies have it: percent escapes, `+` for a space, the last of equal names wins
 * (but of conditions, `filter[...]`, none is lost: they become a list),
 * a name without `=` has the value ''. `a[b]=c` gives the object `{b: 'c'}` for `a`, `a[]=b` the list `['b']`; deeper
 * brackets are part of the name.
 * @param max pairs that the text may have
 * @throws RequestError request.encoding: bad percent escapes, or bytes that are not UTF-8; request.tooManyElements,
 * request.tooManyNames
 */
export function readQueryParameters(text: string, max: number = maxElements): RequestParameters {
  checkSize(text, max);
  const parameters = noParameters();
  const names = new NameCount();
  for (const pair of pairsIn(text)) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    names.add(name);
    assign(parameters, name, equals < 0 ? '' : decode(pair.slice(equals + 1)));
  }
  return parameters;
}

/** Counts the pairs before any is decoded. */
function checkSize(text: string, max: number): void {
  const elements = new ElementCount(max);
  for (const _ of pairsIn(text)) elements.add();
}

/** What stands between ampersands, as it is reached: a body of a megabyte may have half a million of them. */
function* pairsIn(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start);
    const end = found < 0 ? text.length : found;
    if (end > start) yield text.slice(start, end);
    start = end + 1;
  }
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new RequestError('request.encoding');
  }
}

const bracketed = /^([^[\]]+)\[([^[\]]*)\]$/;

/** Sets one parameter, nested when its name is. A plain value and a nested one of the same name replace each other. */
function assign(parameters: Record<string, unknown>, name: string, value: string): void {
  const [, outer, inner] = bracketed.exec(name) ?? [];
  if (outer === undefined || inner === undefined) {
    parameters[name] = name.startsWith('filter[') ? besides(parameters[name], value) : value;
    return;
  }
  const held = parameters[outer];
  if (inner === '') {
    if (Array.isArray(held)) held.push(value);
    else parameters[outer] = [value];
    return;
  }
  const group = isGroup(held) ? held : noParameters();
  group[inner] = outer === 'filter' ? besides(group[inner], value) : value;
  parameters[outer] = group;
}

/** A value, together with those of the same name. */
function besides(held: unknown, value: string): unknown {
  if (held === undefined) return value;
  if (!Array.isArray(held)) return [held, value];
  held.push(value);
  return held;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
