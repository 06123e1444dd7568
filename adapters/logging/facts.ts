/** How deep facts are written; what lies deeper is left out. */
const deepest = 6;

/** Names of facts that are secrets, in any case, also as a part of a longer name such as phpipam-token; `code` as a whole. */
const secretName = /password|token|authorization|secret|cookie|^code$/i;

/** Facts as an entry has them: JSON can write them, no secret is among them, and none has a name of the entry's own members. */
export function writableFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined || ownMembers.has(name)) continue;
    written[name] = secretName.test(name) ? '[secret]' : writable(value, deepest - 1, none);
  }
  return written;
}

const ownMembers: ReadonlySet<string> = new Set(['time', 'level', 'message']);
const none: ReadonlySet<object> = new Set();

/** A copy of a fact that JSON can write, without secrets. @param above the objects it stands in */
function writable(value: unknown, depth: number, above: ReadonlySet<object>): unknown {
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (depth === 0) return '[...]';
  const within = new Set([...above, value]);
  if (value instanceof Error) return writable(factsOf(value), depth, within);
  if ('toJSON' in value && typeof value.toJSON === 'function') return writable(value.toJSON(), depth - 1, within);
  if (Array.isArray(value)) return value.map((entry) => writable(entry, depth - 1, within));
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    secretName.test(name) ? '[secret]' : writable(entry, depth - 1, within),
  ]);
  return Object.fromEntries(entries);
}

/** What an error says for itself; its own code goes under another name, because a `code` may be an application's secret. */
function factsOf(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { errorCode: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
    ...(error instanceof AggregateError ? { errors: error.errors } : {}),
  };
}
