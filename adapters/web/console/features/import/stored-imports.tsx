import { Badge, Button, Group, type MantineColor, Menu, VisuallyHidden } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, dataOf, fileAt, listOf, send } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { MoreMenu } from '../../ui/dialogs/more-menu';
import { DownloadButton } from '../../ui/page/download-button';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, menuColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { percent, whole } from '../../values/numbers';

type Answered = Awaited<ReturnType<typeof readImport>>;

/** An import whose rows the service stores, and writes in the background. */
export type StoredImport = Omit<Answered, 'id'> & { readonly id: string };

const readImport = (id: string) => dataOf(api.GET('/imports/{id}/', { params: { path: { id } } }));

const shown = (job: Answered): StoredImport => ({ ...job, id: String(job.id) });

interface RefusedRow {
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

const importsQuery = queryOptions({
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

export const nameOf = ({ file, id }: Pick<StoredImport, 'file' | 'id'>): string => file || t('import.unnamed', { id });

interface Action {
  readonly label: string;
  readonly color?: 'red';
  readonly run: () => void;
  readonly isBusy: boolean;
}

/** @param onDeleted called after the deletion */
function useActions(job: StoredImport, onDeleted?: () => unknown): readonly Action[] {
  const { id, state } = job;
  const queries = useQueryClient();
  const onError = () => queries.invalidateQueries({ queryKey: ['register', 'imports'] }); // another tab may have changed it
  const path = `imports/${id}/`;
  const start = useMutation({
    meta: { failed: t('import.notContinued') },
    mutationFn: () => send('POST', `${path}start/`, {}),
    onError,
  });
  const stop = useMutation({
    meta: { failed: t('import.notStopped') },
    mutationFn: () => send('POST', `${path}stop/`, {}),
    onError,
  });
  if (state === 'running') return [{ label: t('common.stop'), run: () => stop.mutate(), isBusy: stop.isPending }];
  const remove: Action = {
    label: t('common.delete'),
    color: 'red',
    run: () => openDialog({ dialog: 'delete', path, name: nameOf(job), warning: t('import.deleteWarning'), onDeleted }),
    isBusy: false,
  };
  if (state === 'done' || state === 'receiving') return [remove];
  return [{ label: t('import.continue'), run: () => start.mutate(), isBusy: start.isPending }, remove];
}

export function ImportButtons({ of }: { of: StoredImport }) {
  const navigate = useNavigate();
  const actions = useActions(of, () => navigate({ to: '/import' }));
  return (
    <Group gap="xs">
      {actions.map(({ label, color, run, isBusy }) => (
        <Button key={label} variant={color ? 'light' : 'default'} loading={isBusy} onClick={run} {...(color ? { color } : {})}>
          {label}
        </Button>
      ))}
    </Group>
  );
}

function ImportMenu({ of }: { of: StoredImport }) {
  const actions = useActions(of);
  return (
    <MoreMenu of={nameOf(of)}>
      {actions.map(({ label, color, run, isBusy }) => (
        <Menu.Item key={label} disabled={isBusy} onClick={run} {...(color ? { color } : {})}>
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
  );
}

const colors: ReadonlyMap<StoredImport['state'], MantineColor> = new Map([
  ['receiving', 'blue'],
  ['running', 'blue'],
  ['done', 'hexipam'],
  ['failed', 'red'],
]);

export const ImportState = ({ state }: Pick<StoredImport, 'state'>) => (
  <Badge variant="light" color={colors.get(state) ?? 'gray'}>
    {t(`import.state.${state}`)}
  </Badge>
);

export function StoredImportsCard() {
  const imports = useQuery(importsQuery);
  useReadAtEnd(imports.data ?? []);
  if (!imports.error && (imports.data ?? []).length === 0) return null;
  return (
    <TableCard title={t('import.list')} of={imports} columns={columns()} keyOf={({ id }) => id} rowHeight={38} empty={null} />
  );
}

const columns = (): readonly DataColumn<StoredImport>[] => [
  textColumn('file', t('import.fileName'), 'minmax(76px, 2fr)', {
    text: nameOf,
    cell: (job) => (
      <PageLink to="/import/$id" params={{ id: job.id }} inherit>
        {nameOf(job)}
      </PageLink>
    ),
  }),
  textColumn('kind', t('import.kind'), 'minmax(90px, 1fr)', { text: ({ kind }) => t(`kind.${kind}`), isMinor: true }),
  { name: 'state', title: t('import.stateTitle'), width: '116px', cell: (job) => <StateOrProgress of={job} /> },
  {
    name: 'rows',
    title: t('import.processedRows'),
    width: 'minmax(120px, 0.8fr)',
    text: ({ processed, received }) => t('import.part', { done: whole(Number(processed)), all: whole(Number(received)) }),
    isMinor: true,
  },
  { name: 'refused', title: t('import.refusedRows'), width: '80px', cell: (job) => <RefusedRows of={job} /> },
  timeColumn('createdAt', t('common.created'), '130px', { isAgo: true, isMinor: true }),
  menuColumn((job) => <ImportMenu of={job} />, { title: <VisuallyHidden>{t('common.actions')}</VisuallyHidden> }),
];

function StateOrProgress({ of }: { of: StoredImport }) {
  if (of.state !== 'running') return <ImportState state={of.state} />;
  const value = percentOf(of);
  return (
    <span className="progress-cell">
      <span
        className="bar"
        role="progressbar"
        aria-label={t('import.progressOf', { name: nameOf(of) })}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${value}%` }} />
      </span>
      <span className="quiet">{percent(value / 100)}</span>
    </span>
  );
}

function RefusedRows({ of: job }: { of: StoredImport }) {
  const { id, refused } = job;
  if (Number(refused) === 0) return whole(0);
  return (
    <Group gap={8} wrap="nowrap">
      {whole(Number(refused))}
      <DownloadButton
        size="sm"
        label={t('import.refusedOf', { name: nameOf(job) })}
        name={refusedName(job)}
        make={() => refusedFile(id)}
      />
    </Group>
  );
}

/** The name of the file of refused rows, without extension. */
export const refusedName = (job: StoredImport): string => `${nameOf(job).replace(/\.\w{1,4}$/, '')}-refused`;
