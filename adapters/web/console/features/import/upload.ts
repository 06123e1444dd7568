import type { QueryClient } from '@tanstack/react-query';
import { ApiError, exchange, isSessionEnd, send, sendCsv } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';
import { makeStore } from '../../ui/store';
import { type CsvFile, digestOf } from './csv-file';
import { type ChosenColumns, hasPlace, type ImportTarget } from './kinds';
import { uploadRows } from './send-rows';

export const columnParameters = ({ columns, preset }: ChosenColumns): string[][] => [
  ['preset', preset],
  ...columns.map((column) => ['mapping[]', column || '-']),
];

/**
 * Stores all rows as an import, and starts it. Each request is repeated until it is answered, and takes effect once. An import
 * without all of its rows is deleted.
 * @returns undefined if the user has cancelled the upload @throws ApiError
 */
export async function uploadImport(
  queries: QueryClient,
  target: ImportTarget,
  file: CsvFile,
  chosen: ChosenColumns,
): Promise<string | undefined> {
  const key = newKey();
  let id: string | undefined;
  return upload(queries, file, {
    send: async (post, retries) => {
      id = String((await post('imports/', `${key}-create`, inputOf(target, file))).body.id);
      const stored = { id, key, target, chosen, file: file.name, digest: digestOf(file), startedAt: Date.now() };
      storeUpload(stored);
      await sendRows(stored, file, retries);
      await post(`imports/${id}/start/`, `${key}-start`, {});
      forgetUpload(id);
      return id;
    },
    fail: () => id !== undefined && discard(id),
  });
}

/**
 * Continues the upload of a tab that was closed, and starts the import.
 * @param received number of rows that the service has received
 * @returns undefined if the user has cancelled the upload, which deletes the import @throws ApiError
 */
export const continueUpload = (
  queries: QueryClient,
  stored: StoredUpload,
  file: CsvFile,
  received: number,
): Promise<string | undefined> =>
  upload(queries, file, {
    send: async (post, retries) => {
      await sendRows(stored, file, retries, received);
      await post(`imports/${stored.id}/start/`, `${stored.key}-start`, {});
      forgetUpload(stored.id);
      return stored.id;
    },
    fail: (isCancelled) => isCancelled && discard(stored.id),
  });

type Post = (path: string, key: string, body: object) => Promise<{ readonly body: { readonly id?: number | string } }>;

interface UploadSteps {
  readonly send: (post: Post, retries: Retries) => Promise<string>;
  readonly fail: (isCancelled: boolean) => unknown;
}

/** Shows an upload while it lasts. Each request is repeated until it is answered. @returns undefined after a cancellation */
async function upload(queries: QueryClient, file: CsvFile, { send, fail }: UploadSteps): Promise<string | undefined> {
  const abort = new AbortController();
  const { signal } = abort;
  present.set({ file: file.name, rows: file.records.length, uploaded: 0, trouble: undefined, cancel: () => abort.abort() });
  const retries = retriesOf(queries, signal, (trouble) => changeUpload({ trouble }));
  try {
    return await send((path, key, body) => untilAnswered(() => exchange('POST', path, { body, signal, key }), retries), retries);
  } catch (error) {
    void fail(signal.aborted);
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    present.set(undefined);
  }
}

/** Deletes an import, or stops it if it has been started. Without an answer, the import remains in the list. */
function discard(id: string): Promise<unknown> {
  forgetUpload(id);
  return send('DELETE', `imports/${id}/`)
    .catch(() => send('POST', `imports/${id}/stop/`))
    .catch(() => {});
}

const inputOf = ({ sort, section, vrf, isUpdate, createsMissing }: ImportTarget, { name }: CsvFile): object => ({
  kind: sort,
  file: name.slice(0, maxName),
  update: isUpdate ? 1 : 0,
  createMissing: createsMissing ? 1 : 0,
  ...(hasPlace(sort) ? { section, vrf } : {}),
});

/** Maximum length of a file name in characters. */
const maxName = 255;

function sendRows({ id, key, chosen }: StoredUpload, file: CsvFile, retries: Retries, received = 0): Promise<void> {
  return uploadRows(file, {
    received,
    send: (text, first) => {
      const query = new URLSearchParams([['first_row', String(first)], ...columnParameters(chosen)]);
      const options = { signal: retries.signal, key: `${key}-${first}` };
      return untilAnswered(() => sendCsv(`imports/${id}/rows/?${query}`, text, file.name, options), retries);
    },
    reportProgress: (uploaded) => changeUpload({ uploaded }),
  });
}

/** A new idempotency key. `crypto.randomUUID` exists only on pages with HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * An upload of this browser, stored until it ends. If the tab is closed earlier, the user can continue the upload with the same
 * file. It then uses the same idempotency keys, so that each request takes effect once.
 */
interface StoredUpload {
  readonly id: string;
  readonly key: string;
  readonly target: ImportTarget;
  readonly chosen: ChosenColumns;
  readonly file: string;
  /** Digest of the titles and rows. */
  readonly digest: string;
  readonly startedAt: number;
}

/** The service stores answers by idempotency keys for a day. */
const maxAgeMs = 23 * 3_600_000;

const storedName = (id: string): string => `hexipam-upload-${id}`;

const storeUpload = (upload: StoredUpload): void => localStorage.setItem(storedName(upload.id), JSON.stringify(upload));

const forgetUpload = (id: string): void => localStorage.removeItem(storedName(id));

/**
 * Returns the interrupted upload of an import. Undefined if another browser started the upload, or if it is older than `maxAgeMs`.
 */
export function interruptedUpload(id: string): StoredUpload | undefined {
  const text = localStorage.getItem(storedName(id));
  const upload: StoredUpload | undefined = text === null ? undefined : JSON.parse(text);
  return upload && Date.now() - upload.startedAt < maxAgeMs ? upload : undefined;
}

/** The upload of this tab. It continues when the user leaves the page of the import within the console. */
interface Upload {
  readonly file: string;
  readonly rows: number;
  readonly uploaded: number;
  readonly trouble: Trouble | undefined;
  readonly cancel: () => void;
}

const present = makeStore<Upload | undefined>(undefined);

/** The upload of this tab; undefined without one. */
export const useUpload = present.useValue;

/** Changes the shown upload, unless it has ended. */
function changeUpload(changes: Partial<Upload>): void {
  const upload = present.get();
  if (upload) present.set({ ...upload, ...changes });
}

/** Why a request is repeated: no answer yet, an answer of an unavailable service, or an ended session. */
export type Trouble =
  | { readonly is: 'unanswered' | 'signedOut' }
  | { readonly is: 'unavailable' /** The message of the service. */; readonly reason: string };

export interface Retries {
  /** Receives the present trouble; undefined after an answer. */
  readonly report: (trouble: Trouble | undefined) => void;
  /** Resolves once the user has signed in again. */
  readonly awaitSession: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Resolves after a number of milliseconds, or earlier. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds before the first repetition, and the maximum before later repetitions. */
const [firstPauseMs, maxPauseMs] = [1000, 30_000];

/** The service still processes an earlier request with the same idempotency key, whose answer was lost. */
const underWay = 'repeat.underWay';

/** Status codes of a service that is unavailable or busy for a time. */
const temporary: readonly number[] = [429, 502, 503, 504];

/**
 * Repeats a request until the service answers. A refusal is an answer.
 * @param run sends the request, with an idempotency key for a write
 * @throws other errors of `run`, and after an abort of the signal
 */
export async function untilAnswered<T>(
  run: () => Promise<T>,
  { report, awaitSession, signal, pause = paused }: Retries,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      const answer = await run();
      report(undefined);
      return answer;
    } catch (error) {
      const trouble = troubleIn(error);
      report(trouble);
      if (!trouble) throw error;
      if (trouble.is === 'signedOut') await awaitSession();
      await pause(pauseMs, signal);
      signal.throwIfAborted();
    }
  }
}

function troubleIn(error: unknown): Trouble | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 0 || error.code === underWay) return { is: 'unanswered' };
  if (isSessionEnd(error)) return { is: 'signedOut' };
  return temporary.includes(error.status) ? { is: 'unavailable', reason: error.message } : undefined;
}

/** Ends early when the browser is online again, and at an abort. */
const paused = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

export function retriesOf(queries: QueryClient, signal: AbortSignal, report: Retries['report']): Retries {
  const username = userIn(queries);
  return { report, signal, awaitSession: () => sessionAgain(queries, username, signal) };
}

const userIn = (queries: QueryClient): string | undefined => queries.getQueryData(sessionQuery.queryKey)?.user?.username;

/** Resolves once the user has signed in again. @throws ApiError for another user */
async function sessionAgain(queries: QueryClient, username: string | undefined, signal: AbortSignal): Promise<void> {
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  for (;;) {
    const now = userIn(queries);
    if (now === username) return;
    if (now !== undefined) throw new ApiError(401, t('error.sessionEnded'));
    await nextChange(queries, signal);
  }
}

/** Resolves at the next change of a query. @throws the reason of an abort */
const nextChange = (queries: QueryClient, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      unsubscribe();
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const aborted = end(() => reject(signal.reason));
    const unsubscribe = queries.getQueryCache().subscribe(end(resolve));
    signal.addEventListener('abort', aborted);
  });
