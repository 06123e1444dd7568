import type { QueryClient } from '@tanstack/react-query';
import { ApiError, exchange, send, sendCsv } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';
import type { CsvFile } from './csv-file';
import { digestOf, forgetUpload, type StoredUpload, storeUpload } from './interrupted-upload';
import { type ChosenColumns, hasPlace, type ImportTarget } from './kinds';
import { type Retries, untilAnswered } from './until-answered';
import { uploadRows } from './upload-rows';
import { changeUpload, showUpload } from './upload-store';

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
  showUpload({ file: file.name, rows: file.records.length, uploaded: 0, trouble: undefined, cancel: () => abort.abort() });
  const retries = retriesOf(queries, signal, (trouble) => changeUpload({ trouble }));
  try {
    return await send((path, key, body) => untilAnswered(() => exchange('POST', path, { body, signal, key }), retries), retries);
  } catch (error) {
    void fail(signal.aborted);
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    showUpload(undefined);
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

/** A new idempotency key. `crypto.randomUUID` exists only on pages with HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
