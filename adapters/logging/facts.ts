/** Nesting depth above which facts are omitted. */
const deepest = 6;

/** Names of secret facts, ignoring case, also as part of a name such as phpipam-token. `code` matches as a complete name only. */
const secretName = /password|token|authorization|secret|cookie|^code$/i;

/** Prepares facts for a log entry: JSON-serializable, without secrets, and without the names of built-in members. */
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

/** Copies a value, JSON-serializable and without secrets. @param above the enclosing objects, which detect cycles */
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

/** Converts an error. Its `code` is renamed, because a fact named `code` may be an application's secret. */
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
