import type { QueryClient } from '@tanstack/react-query';
import { ApiError, exchange, send, sendCsv } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';
import type { CsvFile } from './csv-file';
import { hasPlace, type ImportTarget } from './kinds';
import { type Retries, untilAnswered } from './until-answered';
import { uploadRows } from './upload-rows';
import { changeUpload, showUpload } from './upload-store';

export interface ChosenColumns {
  /** The name of each column; empty for ignored ones. */
  readonly columns: readonly string[];
  readonly preset: string;
}

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
  const abort = new AbortController();
  const { signal } = abort;
  showUpload({ file: file.name, rows: file.records.length, uploaded: 0, trouble: undefined, cancel: () => abort.abort() });
  const retries = retriesOf(queries, signal, (trouble) => changeUpload({ trouble }));
  const key = newKey();
  let id: string | undefined;
  try {
    const post = (path: string, step: string, body: object) =>
      untilAnswered(
        () => exchange<{ readonly id?: number | string }>('POST', path, { body, signal, key: `${key}-${step}` }),
        retries,
      );
    id = String((await post('imports/', 'create', inputOf(target, file))).body.id);
    await sendRows(id, file, chosen, key, retries);
    await post(`imports/${id}/start/`, 'start', {});
    return id;
  } catch (error) {
    if (id !== undefined) void discard(id);
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    showUpload(undefined);
  }
}

/** Deletes an import, or stops it if it has been started. Without an answer, the import remains in the list. */
const discard = (id: string): Promise<unknown> =>
  send('DELETE', `imports/${id}/`)
    .catch(() => send('POST', `imports/${id}/stop/`))
    .catch(() => {});

const inputOf = ({ sort, section, vrf, isUpdate, createsMissing }: ImportTarget, { name }: CsvFile): object => ({
  kind: sort,
  file: name.slice(0, maxName),
  update: isUpdate ? 1 : 0,
  createMissing: createsMissing ? 1 : 0,
  ...(hasPlace(sort) ? { section, vrf } : {}),
});

/** Maximum length of a file name in characters. */
const maxName = 255;

function sendRows(id: string, file: CsvFile, chosen: ChosenColumns, key: string, retries: Retries): Promise<void> {
  return uploadRows(file, {
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
