import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, dataOf, fileAt, listOf, send } from '../../api/client';

type Answered = Awaited<ReturnType<typeof readImport>>;

/** An import whose rows the service stores, and writes in the background. */
export type StoredImport = Omit<Answered, 'id'> & { readonly id: string };

const readImport = (id: string) => dataOf(api.GET('/imports/{id}/', { params: { path: { id } } }));

const shown = (job: Answered): StoredImport => ({ ...job, id: String(job.id) });

export interface RefusedRow {
  readonly row: string;
  readonly column: string | null;
  readonly message: string;
}

/** Milliseconds between two reads of imports that the service writes, or that a tab uploads. Hidden pages do not read. */
const [runningMs, uploadedMs] = [2000, 5000];

/** Maximum number of refused rows on the page. */
export const maxShownRefused = 500;

/** The interval of reads; false after the end of all imports. After a failure the console itself reads again (`useRecovery`). */
function intervalOf(imports: readonly StoredImport[], isFailed: boolean): number | false {
  if (isFailed) return false;
  if (imports.some(({ state }) => state === 'running')) return runningMs;
  return imports.some(({ state }) => state === 'receiving') ? uploadedMs : false;
}

export const importsQuery = queryOptions({
  queryKey: ['register', 'imports'],
  queryFn: async () => (await dataOf(api.GET('/imports/'))).map(shown),
  refetchInterval: ({ state: { data = [], status } }) => intervalOf(data, status === 'error'),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['register', 'imports', id],
    queryFn: async () => shown(await readImport(id)),
    refetchInterval: ({ state: { data, status } }) => intervalOf(data ? [data] : [], status === 'error'),
  });

/** Reads the rows again when the number of refused rows changes. */
export const refusedQuery = ({ id, refused }: Pick<StoredImport, 'id' | 'refused'>) =>
  queryOptions({
    queryKey: ['import refused', id, Math.min(Number(refused), maxShownRefused)],
    queryFn: (): Promise<RefusedRow[]> =>
      listOf<RefusedRow>(
        api.GET('/imports/{id}/refused/', { params: { path: { id }, query: { limit: String(maxShownRefused) } } }),
      ),
    enabled: Number(refused) > 0,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The refused rows as a CSV file, with the byte order mark that spreadsheets need. */
export const refusedFile = async (id: string): Promise<Blob> =>
  new Blob(['\uFEFF', await fileAt(`imports/${id}/refused/?format=csv`)]);

export const startImport = (id: string): Promise<unknown> => send('POST', `imports/${id}/start/`, {});
export const stopImport = (id: string): Promise<unknown> => send('POST', `imports/${id}/stop/`, {});

/** The processed part of the rows, from 0 to 100. */
export const percentOf = ({ processed, received }: Pick<StoredImport, 'processed' | 'received'>): number =>
  Number(received) === 0 ? 0 : Math.floor((100 * Number(processed)) / Number(received));

/** Reads all data again when a shown import ends, because its records affect other parts of the page. */
export function useReadAtEnd(imports: readonly StoredImport[]): void {
  const queries = useQueryClient();
  const before = useRef<ReadonlySet<string>>(new Set());
  const running = imports
    .filter(({ state }) => state === 'running')
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const now = new Set(running.split(',').filter((id) => id !== ''));
    const hasEnded = [...before.current].some((id) => !now.has(id));
    before.current = now;
    if (hasEnded) void queries.invalidateQueries({ queryKey: ['register'] });
  }, [running, queries]);
}
