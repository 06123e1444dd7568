import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/interface';
import { t } from '../texts/text';

const content = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix of the service, such as /tools/ipam; empty without a prefix, and for a page that the service does not serve. */
export const pathPrefix = content.startsWith('/') ? content : '';

const base = `${pathPrefix}/api/console`;

/** A write request of the console, sent or planned. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The name of the CSV file in the body. */
  readonly file?: string;
}

let newest: Call | undefined;

const noteCall = (call: Call): void => {
  newest = call;
};

export const newestCall = (): Call | undefined => newest;

/** Fields with secret values, which copied commands omit. */
const secret = /pass|secret|code|community|token/i;

let username = '';

export const noteUser = (name: string): void => {
  username = name;
};

/** Reads the token from the environment; without one, asks for the password and requests a token. */
const tokenLine = (): string =>
  `TOKEN=\${TOKEN:-$(curl -s -X POST -u ${quoted(username)} ${quoted(`${location.origin}${base}/user/`)} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')}`;

/** Returns the request as a shell command, with the token from `tokenLine`. Secrets are omitted; a CSV file appears by name. */
export function asCurl({ method, path, body, file }: Call): string {
  const address = `${location.origin}${base}/${path}`;
  const words = ['curl -s -g', ...(method === 'GET' ? [] : [`-X ${method}`]), '-H "token: $TOKEN"'];
  if (body) {
    const text = JSON.stringify(body, (name, value) => (secret.test(name) && typeof value === 'string' ? '…' : value));
    words.push("-H 'Content-Type: application/json'", `-d ${quoted(text)}`);
  }
  if (file !== undefined) words.push("-H 'Content-Type: text/csv'", `--data-binary ${quoted(`@${file}`)}`);
  return `${tokenLine()}\n${[...words, quoted(address)].join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The service ignores session cookies of requests without this header. */
export const ownHeader = { 'X-Hexipam-Console': '1' } as const;

export const api = createClient<paths>({ baseUrl: base, headers: ownHeader, fetch: reach });

type Schemas = components['schemas'];
export type Section = Schemas['section'];
export type Subnet = Schemas['subnet'];
export type Address = Schemas['address'];
export type Change = Schemas['change'];

/** An error answer of the service, with a message for users. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** The code of the error (header `Hexipam-Error`). */
  readonly code: string | undefined;

  constructor(status: number, message: string, body?: unknown, code?: string) {
    super(message);
    this.status = status;
    this.body = body;
    this.code = code;
  }
}

/** Whether the service refused the request, in contrast to being unavailable. */
export const isRefusal = (error: Error | null): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

export const isSessionEnd = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/** Returns the error to show instead of data. While the service is unavailable, data from an earlier read remains visible. */
export const failureOf = ({ data, error }: { readonly data: unknown; readonly error: Error | null }): Error | undefined =>
  error && (data === undefined || (isRefusal(error) && !isSessionEnd(error))) ? error : undefined;

/** @throws ApiError, with status 0 if there is no response */
export async function reach(input: Request | string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(inLanguage(input, init));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    throw new ApiError(0, t(method === 'GET' ? 'error.unreached' : 'error.unknownOutcome'));
  }
}

/** Requests messages in the language of the console. */
function inLanguage(input: Request | string, init?: RequestInit): Request {
  const request = new Request(input, init);
  request.headers.set('Hexipam-Language', document.documentElement.lang);
  return request;
}

/** Maximum body size in bytes of a write that browsers complete after the page is left (`keepalive`). */
const maxKeepaliveBytes = 60_000;

interface Sent<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

export async function answerOf<T>(request: Promise<Sent<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (!response.ok || data === undefined) throw errorOf(response, error);
  return data;
}

export const dataOf = async <T>(request: Promise<Sent<{ data?: T }>>): Promise<T> => (await answerOf(request)).data as T;

/** Returns `none` if the service answers "not found", its answer for empty lists. @throws ApiError */
export async function orNone<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return none;
    throw error;
  }
}

/** Reads a list of records. @throws ApiError */
export const listOf = async <T>(request: Promise<Sent<{ data?: unknown }>>): Promise<T[]> =>
  [(await orNone(dataOf(request), [])) ?? []].flat() as T[];

function errorOf({ status, headers }: Response, body: unknown): ApiError {
  const { message } = { message: '', ...(typeof body === 'object' ? body : {}) };
  return new ApiError(status, message || wordsFor(status), body, headers.get('Hexipam-Error') ?? undefined);
}

const wordsFor = (status: number): string => (status === 401 ? t('error.sessionEnded') : t('error.status', { status }));

/** The data of a query. */
export type DataOf<Query extends { readonly queryFn?: (...input: never) => unknown }> = Awaited<
  ReturnType<NonNullable<Query['queryFn']>>
>;

/** A record whose members are defined only by the description of its kind. */
export type AnyRecord = Readonly<Record<string, string | number | null | undefined>>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Repeatable {
  /** The idempotency key of a write: repeated requests with the key take effect once. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

interface Answered<T> {
  readonly body: T;
  readonly etag: string;
}

/** Sends a request to the path of any kind. @throws ApiError */
export async function exchange<T>(
  method: Method,
  path: string,
  { body, ifMatch, key, signal }: { body?: object | undefined; ifMatch?: string } & Repeatable = {},
): Promise<Answered<T>> {
  const text = body && JSON.stringify(body);
  const response = await answered(path, {
    method,
    keepalive: method !== 'GET' && new Blob([text ?? '']).size < maxKeepaliveBytes,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: text,
    signal,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (method !== 'GET' && !path.includes('dry_run=1')) noteCall({ method, path, ...(body ? { body } : {}) });
  return { body: answer as T, etag: response.headers.get('etag') ?? '' };
}

/** @throws ApiError for an error answer */
async function answered(path: string, init: RequestInit): Promise<Response> {
  const response = await reach(`${base}/${path}`, { ...init, headers: { ...ownHeader, ...init.headers } });
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
  return response;
}

export const send = async <T>(method: Method, path: string, body?: object): Promise<T> =>
  (await exchange<T>(method, path, { body })).body;

/** @param file the file name @throws ApiError */
export async function sendCsv<T>(path: string, text: string, file: string, { key, signal }: Repeatable = {}): Promise<T> {
  const headers = { 'Content-Type': 'text/csv', ...(key ? { 'Idempotency-Key': key } : {}) };
  const response = await answered(path, { method: 'POST', headers, body: text, signal });
  const answer: { readonly data: T } = await response.json();
  if (!path.includes('dry_run=1')) noteCall({ method: 'POST', path, file });
  return answer.data;
}

export const fileAt = async (path: string): Promise<Blob> => (await answered(path, {})).blob();

/** Reads a list of records. @param path with its parameters @throws ApiError */
export async function listAt<Row = AnyRecord>(path: string): Promise<Row[]> {
  const none: { data?: Row | Row[] } = {};
  const { data = [] } = await orNone(send<typeof none>('GET', path), none);
  return Array.isArray(data) ? data : [data];
}
