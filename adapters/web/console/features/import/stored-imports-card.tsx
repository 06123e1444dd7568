import { Group, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/text';
import { Card, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { menuColumn } from '../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { Timestamp } from '../../ui/values/timestamp';
import { percent, whole } from '../../values/numbers';
import { DownloadButton } from '../export/download-button';
import { ImportMenu, nameOf } from './import-actions';
import { ImportState } from './import-state';
import { importsQuery, percentOf, refusedFile, type StoredImport, useReadAtEnd } from './stored-imports';

export function StoredImportsCard() {
  const imports = useQuery(importsQuery);
  useReadAtEnd(imports.data ?? []);
  if (!imports.error && (imports.data ?? []).length === 0) return null;
  return (
    <Card title={t('import.list')}>
      <Ready of={imports}>
        {(all) => (
          <DataTable
            label={t('import.list')}
            columns={columns()}
            items={all}
            keyOf={({ id }) => id}
            rowHeight={38}
            empty={null}
          />
        )}
      </Ready>
    </Card>
  );
}

const columns = (): readonly DataColumn<StoredImport>[] => [
  {
    name: 'file',
    title: t('import.fileName'),
    width: 'minmax(76px, 2fr)',
    text: nameOf,
    cell: (job) => (
      <PageLink to="/import/$id" params={{ id: job.id }} inherit>
        {nameOf(job)}
      </PageLink>
    ),
  },
  { name: 'kind', title: t('import.kind'), width: 'minmax(90px, 1fr)', text: ({ kind }) => t(`kind.${kind}`), isMinor: true },
  { name: 'state', title: t('import.stateTitle'), width: '116px', cell: (job) => <StateOrProgress of={job} /> },
  {
    name: 'rows',
    title: t('import.processedRows'),
    width: 'minmax(120px, 0.8fr)',
    text: ({ processed, received }) => t('import.part', { done: whole(Number(processed)), all: whole(Number(received)) }),
    isMinor: true,
  },
  { name: 'refused', title: t('import.refusedRows'), width: '80px', cell: (job) => <RefusedRows of={job} /> },
  {
    name: 'createdAt',
    title: t('common.created'),
    width: '130px',
    cell: ({ createdAt }) => <Timestamp at={createdAt} isAgo />,
    isMinor: true,
  },
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
