import type { Log, LogFacts } from '../application/ports/environment.js';

/** How grave a log entry is, gravest first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where log entries go and which. */
export interface LogOptions {
  /** Entries less grave than this are dropped. */
  readonly level: LogLevel;
  /** Takes one line with its line end; standard error when not given. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** How deep facts are written; what lies deeper is left out. */
const deepest = 6;

/** Names of facts that are secrets, in any case, also as a part of a longer name such as phpipam-token; `code` as a whole. */
const secretName = /password|token|authorization|secret|cookie|^code$/i;

/** A log that writes one JSON object a line: time, level, message, then the facts. */
export function createLog({ level, write = writeToStandardError, now = () => new Date() }: LogOptions): Log {
  const enter =
    (entryLevel: LogLevel) =>
    (message: string, facts: LogFacts = {}) => {
      if (logLevels.indexOf(entryLevel) > logLevels.indexOf(level)) return;
      const head = { time: now().toISOString(), level: entryLevel, message };
      write(`${JSON.stringify({ ...head, ...Object(writable(facts, deepest, new Set())), ...head })}\n`);
    };
  return { fatal: enter('fatal'), error: enter('error'), warn: enter('warn'), info: enter('info'), debug: enter('debug') };
}

function writeToStandardError(line: string): void {
  process.stderr.write(line);
}

/** A copy of a fact that JSON can write, without secrets. `above`: the objects it stands in. */
function writable(value: unknown, depth: number, above: ReadonlySet<object>): unknown {
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (depth === 0) return '[...]';
  if (value instanceof Error) return writable(factsOf(value), depth, new Set([...above, value]));
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return writable(value.toJSON(), depth - 1, new Set([...above, value]));
  const within = new Set([...above, value]);
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
