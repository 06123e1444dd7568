import { Group, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, menuColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { percent, whole } from '../../values/numbers';
import { DownloadButton } from '../export/download-button';
import {
  ImportMenu,
  ImportState,
  importsQuery,
  nameOf,
  percentOf,
  refusedFile,
  type StoredImport,
  useReadAtEnd,
} from './stored-imports';

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
