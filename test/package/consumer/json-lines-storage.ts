import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { IpAddress, Prefix, type Repositories, type UnitOfWork } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';
import type { OpenStorage } from 'hexipam/testing';

/** One call of a repository in the file. */
interface Call {
  readonly on: string;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** The calls of a unit of work, and its time in milliseconds. */
interface Line {
  readonly at: number;
  readonly calls: readonly Call[];
}

/** A storage that runs units of work and can be reopened. */
interface JsonLinesStorage extends OpenStorage {
  readonly unitOfWork: UnitOfWork;
}

/**
 * A durable storage in memory. Each unit of work is one line of a file, which is on disk before it is acknowledged. Opening
 * the file replays all lines.
 */
export async function openJsonLines(path: string): Promise<JsonLinesStorage> {
  let frozen: number | undefined;
  const clock = { now: () => new Date(frozen ?? Date.now()) };
  const memory = createMemoryDatabase(clock);
  const inUnit = <T>(at: number, work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    memory.unitOfWork.run(async (repositories) => {
      frozen = at;
      try {
        return await work(repositories);
      } finally {
        frozen = undefined;
      }
    });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const line of lines.slice(0, -1)) {
    const { at, calls } = JSON.parse(line) as Line; // the last line is incomplete or empty
    await inUnit(at, (repositories) => repeat(repositories, calls));
  }
  const file = openSync(path, 'a', 0o600);
  const run = <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
    const at = Date.now();
    return inUnit(at, async (repositories) => {
      const calls: (() => Call)[] = [];
      const result = await work(noting(repositories, calls));
      if (calls.length > 0) {
        appendFileSync(file, `${JSON.stringify({ at, calls: calls.map((call) => call()) })}\n`);
        fsyncSync(file);
      }
      return result;
    });
  };
  const close = async (): Promise<void> => {
    await memory.close();
    closeSync(file);
  };
  const reopen = async (): Promise<OpenStorage> => {
    await close();
    return openJsonLines(path);
  };
  return { readers: memory.readers, unitOfWork: { run }, check: memory.check, close, reopen };
}

type Method = (...given: unknown[]) => unknown;

/** Records the calls, except those that return streams: they read. A repeated read changes nothing. */
function noting(repositories: Repositories, calls: (() => Call)[]): Repositories {
  const proxies = new Map<string, object>();
  return new Proxy(repositories, {
    get(target, on: string) {
      const repository: object = Reflect.get(target, on);
      const known = proxies.get(on);
      if (known) return known;
      const proxy = new Proxy(repository, {
        get(of, method: string) {
          const value: unknown = Reflect.get(of, method);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            const args = given.map((each) => (typeof each === 'function' ? tabled(each as Method) : each));
            const result: unknown = Reflect.apply(value, of, args);
            const isStream = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
            if (!isStream) calls.push(() => ({ on, method, given: args.map(encoded) }));
            return result;
          };
        },
      });
      proxies.set(on, proxy);
      return proxy;
    },
  });
}

/** Replays calls. A call that failed fails again. */
async function repeat(repositories: Repositories, calls: readonly Call[]): Promise<void> {
  for (const { on, method, given } of calls) {
    const repository: object = Reflect.get(repositories, on);
    const call = Reflect.get(repository, method) as Method;
    const repeated = async () => Reflect.apply(call, repository, given.map(decoded));
    await repeated().catch(() => {});
  }
}

const tables = new WeakMap<Method, Map<string, unknown>>();

/** A function that records its results, because a function cannot be serialized. */
function tabled(original: Method): Method {
  const table = new Map<string, unknown>();
  const noted: Method = (given) => {
    const result = original(given);
    table.set(JSON.stringify(encoded(given)), encoded(result));
    return result;
  };
  tables.set(noted, table);
  return noted;
}

function encoded(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', text: value.toString() };
  if (value instanceof IpAddress) return { $: 'ip', text: value.toString() };
  if (value instanceof Prefix) return { $: 'prefix', text: value.toString() };
  if (value instanceof Date) return { $: 'date', time: value.getTime() };
  if (value instanceof Map) return { $: 'map', entries: [...value].map(encoded) };
  if (typeof value === 'function') return { $: 'table', entries: [...(tables.get(value as Method) ?? [])] };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encoded(each)]));
}

/** A serialized value with the name of its type. */
type Tagged =
  | { readonly $: 'undefined' }
  | { readonly $: 'bigint' | 'ip' | 'prefix'; readonly text: string }
  | { readonly $: 'date'; readonly time: number }
  | { readonly $: 'map'; readonly entries: readonly unknown[] }
  | { readonly $: 'table'; readonly entries: readonly [string, unknown][] };

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$' in value) return ofType(value as Tagged);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decoded(each)]));
}

function ofType(tagged: Tagged): unknown {
  switch (tagged.$) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(tagged.text);
    case 'ip':
      return IpAddress.parse(tagged.text);
    case 'prefix':
      return Prefix.parse(tagged.text);
    case 'date':
      return new Date(tagged.time);
    case 'map':
      return new Map(tagged.entries.map(decoded) as [unknown, unknown][]);
    case 'table': {
      const table = new Map(tagged.entries);
      return (given: unknown) => decoded(table.get(JSON.stringify(encoded(given))));
    }
  }
}
