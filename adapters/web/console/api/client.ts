import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/interface';
import { t } from '../texts/text';
import { base, noteCall } from './calls';

export { base };

/** Without this header the session counts for nothing. */
export const ownHeader = { 'X-Hexipam-Console': '1' } as const;

/** The client of the interface, typed by its description. */
export const api = createClient<paths>({ baseUrl: base, headers: ownHeader, fetch: reach });

export type Schemas = components['schemas'];
export type Section = Schemas['section'];
export type Subnet = Schemas['subnet'];
export type Address = Schemas['address'];
export type Change = Schemas['change'];

/** What went wrong, in words for people. */
export class ApiError extends Error {
  readonly status: number;
  /** What was answered. */
  readonly body: unknown;

  constructor(status: number, message: string, body?: unknown) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** Whether the service has looked at what was asked, and refuses it; otherwise it could not look. */
export const isRefusal = (error: Error | null): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Whether nobody is signed in any more. */
export const isSessionEnd = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/** What is shown in the place of what was read: what was read before stands while the service cannot be asked. */
export const failureOf = ({ data, error }: { readonly data: unknown; readonly error: Error | null }): Error | undefined =>
  error && (data === undefined || (isRefusal(error) && !isSessionEnd(error))) ? error : undefined;

/** Sends a request. @throws ApiError with the status 0 where no answer comes */
export async function reach(given: Request | string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(given, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const method = init?.method ?? (given instanceof Request ? given.method : 'GET');
    throw new ApiError(0, t(method === 'GET' ? 'error.unreached' : 'error.unknownOutcome'));
  }
}

/** Bytes of a write that a browser sends to its end also where the page is left. */
const maxKept = 60_000;

interface Sent<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer to a request. @throws ApiError */
export async function answerOf<T>(request: Promise<Sent<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (!response.ok || data === undefined) throw errorOf(response.status, error);
  return data;
}

/** What a read answers. @throws ApiError */
export const dataOf = async <T>(request: Promise<Sent<{ data?: T }>>): Promise<T> => (await answerOf(request)).data as T;

/** A list of whole records; the interface says of an empty one that nothing was found. @throws ApiError */
export async function listOf<T>(request: Promise<Sent<{ data?: unknown }>>): Promise<T[]> {
  try {
    const data = await dataOf(request);
    return data === undefined ? [] : ([data].flat() as T[]);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

function errorOf(status: number, body: unknown): ApiError {
  const { message } = { message: '', ...(typeof body === 'object' ? body : {}) };
  return new ApiError(status, message || wordsFor(status), body);
}

const wordsFor = (status: number): string => (status === 401 ? t('error.sessionEnded') : t('error.status', { status }));

/** A record of a sort that only a descriptor knows. */
export type AnyRecord = Readonly<Record<string, string | number | null | undefined>>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What was answered to a request, with what its headers say of it. */
export interface Answered<T> {
  readonly body: T;
  /** The version of the record, where it was asked for. */
  readonly etag: string;
}

/** Sends a request to a path that only a descriptor knows. @throws ApiError */
export async function exchange<T>(
  method: Method,
  path: string,
  { body, ifMatch, signal }: { body?: object | undefined; ifMatch?: string; signal?: AbortSignal } = {},
): Promise<Answered<T>> {
  const text = body && JSON.stringify(body);
  const response = await reach(`${base}/${path}`, {
    method,
    keepalive: method !== 'GET' && (text?.length ?? 0) < maxKept,
    headers: {
      ...ownHeader,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
    },
    ...(text ? { body: text } : {}),
    ...(signal ? { signal } : {}),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, answer);
  if (method !== 'GET' && !path.includes('dry_run=1')) noteCall({ method, path, ...(body ? { body } : {}) });
  return { body: answer as T, etag: response.headers.get('etag') ?? '' };
}

/** Sends a request to a path that only a descriptor knows. @throws ApiError */
export const send = async <T>(method: Method, path: string, body?: object): Promise<T> =>
  (await exchange<T>(method, path, { body })).body;

/** Sends rows of a file to a path that only a descriptor knows. @param file its name @throws ApiError */
export async function sendCsv<T>(path: string, text: string, file: string): Promise<T> {
  const headers = { ...ownHeader, 'Content-Type': 'text/csv' };
  const response = await reach(`${base}/${path}`, { method: 'POST', headers, body: text });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, answer);
  if (!path.includes('dry_run=1')) noteCall({ method: 'POST', path, file });
  return (answer as { readonly data: T }).data;
}

/** The records of a path that only a descriptor knows. @throws ApiError */
export async function listAt(path: string): Promise<AnyRecord[]> {
  try {
    const { data } = await send<{ data?: AnyRecord[] | AnyRecord }>('GET', path);
    return Array.isArray(data) ? data : data && !('length' in data) ? [data] : [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
