/** How deep facts are written; what lies deeper is left out. */
const deepest = 6;

/** Names of facts that are secrets, in any case, also as a part of a longer name such as phpipam-token; `code` as a whole. */
const secretName = /password|token|authorization|secret|cookie|^code$/i;

/** Facts as an entry has them: JSON can write them, no secret is among them, and none has a name of the entry's own members. */
export function writableFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return areWritable(facts) ? facts : copyOf(facts);
}

/** Whether facts can be written as they are. An entry of each request has only such: a copy would be a tenth of its cost. */
function areWritable(facts: Readonly<Record<string, unknown>>): boolean {
  for (const name in facts) {
    const value = facts[name];
    const type = typeof value;
    const isPlain = type === 'string' || type === 'number' || type === 'boolean' || type === 'undefined';
    if (!isPlain || kindOf(name) !== 'plain') return false;
  }
  return true;
}

function copyOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    const kind = value === undefined ? 'left out' : kindOf(name);
    if (kind !== 'left out') written[name] = kind === 'secret' ? '[secret]' : writable(value, deepest - 1, none);
  }
  return written;
}

type FactKind = 'plain' | 'secret' | 'left out';

/** What names say of facts: they are the same in entry after entry. */
const kinds = new Map<string, FactKind>();

/** So many names are remembered. */
const maxKinds = 1000;

function kindOf(name: string): FactKind {
  const known = kinds.get(name);
  if (known) return known;
  const kind = ownMembers.has(name) ? 'left out' : secretName.test(name) ? 'secret' : 'plain';
  if (kinds.size < maxKinds) kinds.set(name, kind);
  return kind;
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
