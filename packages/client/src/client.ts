import createFetchClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import { errorOf, HexipamError } from './errors.js';
import { eventsIn, type StreamEvent } from './events.js';
import type { components, paths } from './generated/api.js';
import type { ClientOptions } from './options.js';
import { defaultRetries, pause, withRetries } from './retries.js';
import { Session } from './session.js';

/** A change of the feed. */
export type Change = components['schemas']['change'];

type HttpMethod = 'get' | 'post' | 'patch' | 'delete';

/** The paths of the description with a method. */
type PathsWithMethod<M extends HttpMethod> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never;
}[keyof paths];

type Operation<M extends HttpMethod, P extends keyof paths> =
  paths[P] extends Readonly<Record<M, infer O extends object>> ? O : never;

type Answer<M extends HttpMethod, P extends PathsWithMethod<M>> = NonNullable<
  FetchResponse<Operation<M, P> & Record<string, unknown>, object, 'application/json'>['data']
>;

type Init<M extends HttpMethod, P extends PathsWithMethod<M>> =
  undefined extends MaybeOptionalInit<paths[P], M>
    ? [init?: MaybeOptionalInit<paths[P], M>]
    : [init: MaybeOptionalInit<paths[P], M>];

/**
 * Sends a request to a path of the description, and returns the answer: `data`, and `id`, `message`, `total`, `next` if the
 * description has them.
 * @throws HexipamError, ConnectionError
 */
export type Method<M extends HttpMethod> = <P extends PathsWithMethod<M>>(path: P, ...init: Init<M, P>) => Promise<Answer<M, P>>;

type ListPath = {
  [P in PathsWithMethod<'get'>]: Answer<'get', P> extends { data: readonly unknown[] } ? P : never;
}[PathsWithMethod<'get'>];

/** A record of a list. */
export type RecordOf<P extends ListPath> = Answer<'get', P> extends { data: readonly (infer R)[] } ? R : never;

/** The request of a list, and the number of records per page. */
export type ListInit<P extends ListPath> = NonNullable<Init<'get', P>[0]> & { readonly pageSize?: number };

export interface ChangesOptions {
  /** The id of the last processed change. `now`: later changes only. Undefined: all stored changes. */
  readonly after?: string;
  readonly kinds?: readonly string[];
  readonly sections?: readonly number[];
  readonly subnet?: number;
  /** Ends the iteration with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface HexipamClient {
  readonly get: Method<'get'>;
  readonly post: Method<'post'>;
  readonly patch: Method<'patch'>;
  readonly delete: Method<'delete'>;
  /** Iterates over the records of a list, page by page. */
  list<P extends ListPath>(path: P, ...init: Partial<[ListInit<P>]>): AsyncGenerator<RecordOf<P>, void, undefined>;
  /**
   * Iterates over changes, and waits for further ones. After a lost connection it continues after the last change. The `id` of a
   * change is the cursor for a later call.
   * @throws HexipamError with the code feed.pruned if changes after the cursor have been deleted
   */
  changes(options?: ChangesOptions): AsyncGenerator<Change, void, undefined>;
}

const defaultPageSize = 500;

/** Milliseconds without data after which an event stream counts as lost. The service sends data every five seconds. */
const silenceMs = 20_000;

/** Creates a client. It opens no connection before the first request. */
export function createClient(options: ClientOptions): HexipamClient {
  const { url, app = 'default', key, credentials } = options;
  const baseUrl = `${url.replace(/\/+$/, '')}/api/${encodeURIComponent(app)}`;
  const send = withRetries(options.fetch ?? ((request) => fetch(request)), { ...defaultRetries, ...options.retries });
  const session = credentials && new Session(send, baseUrl, credentials);
  const signedSend = session ? (request: Request) => session.send(request) : send;
  const api = createFetchClient<paths, 'application/json'>({
    baseUrl,
    headers: { ...options.headers, 'api-stringify-results': '0', ...(key === undefined ? {} : { token: key }) },
    querySerializer: { object: { style: 'form', explode: true } },
    fetch: async (request) => {
      const response = await signedSend(request);
      if (!response.ok) throw await errorOf(response);
      return response;
    },
  });
  return {
    get: methodOf(api, 'get'),
    post: methodOf(api, 'post'),
    patch: methodOf(api, 'patch'),
    delete: methodOf(api, 'delete'),
    list: (path, init) => recordsOf(api, path, init),
    changes: (from = {}) => changesOf(api, from),
  };
}

type Api = Client<paths, 'application/json'>;

/** A request without types. The caller's types have checked its path and answer against the description. */
type Untyped = (method: string, path: string, init?: object) => Promise<{ readonly data?: unknown }>;

const untyped = (api: Api): Untyped => api.request as unknown as Untyped;

function methodOf<M extends HttpMethod>(api: Api, method: M): Method<M> {
  const request = untyped(api);
  return async <P extends PathsWithMethod<M>>(path: P, ...[init]: Init<M, P>) =>
    (await request(method, String(path), init)).data as Answer<M, P>;
}

async function* recordsOf<P extends ListPath>(
  api: Api,
  path: P,
  init?: ListInit<P>,
): AsyncGenerator<RecordOf<P>, void, undefined> {
  const request = untyped(api);
  const { pageSize = defaultPageSize, params, ...others } = (init ?? {}) as { pageSize?: number; params?: { query?: object } };
  for (let after: string | null | undefined; after !== null; ) {
    const query = { ...params?.query, limit: pageSize, ...(after === undefined ? {} : { after }) };
    const page = (await request('get', path, { ...others, params: { ...params, query } })).data;
    const { data, next } = page as { data: readonly RecordOf<P>[]; next?: string };
    yield* data;
    after = next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('after');
  }
}

async function* changesOf(api: Api, options: ChangesOptions): AsyncGenerator<Change> {
  const signal = options.signal ?? new AbortController().signal;
  let cursor = options.after === 'now' ? await endOfFeed(api, signal) : options.after;
  for (let failures = 0; ; ) {
    const watch = new SilenceWatch(signal);
    try {
      for await (const { id, data } of await streamOf(api, queryOf(options, cursor), watch)) {
        if (id !== '') cursor = id;
        failures = 0;
        if (data !== '') yield JSON.parse(data) as Change;
      }
    } catch (error) {
      if (!isLostConnection(error, signal)) throw error;
    } finally {
      watch.end();
    }
    await pause(Math.min(maxReturnMs, 100 * 2 ** failures++), signal);
  }
}

/** Maximum delay before reconnecting, in milliseconds. */
const maxReturnMs = 5000;

function queryOf({ kinds, sections, subnet }: ChangesOptions, after: string | undefined): object {
  const query = { kind: kinds?.join(','), section: sections?.join(','), subnet, after };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
}

/** Whether a connection was lost and reconnecting may help; a refusal is final. @throws the reason of an abort by the caller */
function isLostConnection(error: unknown, signal: AbortSignal): boolean {
  signal.throwIfAborted();
  return !(error instanceof HexipamError && error.status < 500 && error.status !== 429);
}

/** Returns the cursor of the end of the feed. A stream from `now` would lose the changes before its second connection. */
async function endOfFeed(api: Api, signal: AbortSignal): Promise<string> {
  const { data } = await untyped(api)('get', '/changes/', { params: { query: { after: 'now', limit: 1 } }, signal });
  return (data as { data: { after: string } }).data.after;
}

async function streamOf(api: Api, query: object, watch: SilenceWatch): Promise<AsyncIterable<StreamEvent>> {
  const init = { params: { query }, headers: { Accept: 'text/event-stream' }, parseAs: 'stream', signal: watch.signal };
  const { data } = await untyped(api)('get', '/changes/', init);
  return eventsIn((data as ReadableStream<Uint8Array>).pipeThrough(watch.passing()));
}

/** Aborts a stream after a time without data. */
class SilenceWatch {
  readonly #silence = new AbortController();
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#silence.signal]);
  }

  passing(): TransformStream<Uint8Array, Uint8Array> {
    this.#restart();
    return new TransformStream({
      transform: (chunk, controller) => {
        this.#restart();
        controller.enqueue(chunk);
      },
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#silence.abort();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#silence.abort(), silenceMs);
  }
}
