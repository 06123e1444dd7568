import { Alert } from '@mantine/core';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/card';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { count } from '../../values/numbers';
import type { CsvFile } from './csv-file';
import type { ImportProgress, Refusal } from './import-rows';
import type { Written } from './use-import';

export function DryRunResult({ dryRun: { done, refused }, file }: { dryRun: ImportProgress; file: CsvFile }) {
  if (refused.length === 0) return <Alert color="teal">{t('import.allValid', { n: done })}</Alert>;
  return (
    <Card title={t('import.invalid', { n: refused.length })}>
      <Refused refused={refused} file={file} />
    </Card>
  );
}

export function Ended({ written: { done, refused, asked }, file }: { written: Written; file: CsvFile }) {
  const isWhole = done + refused.length === asked;
  return (
    <>
      {isWhole ? <Alert color="teal">{t(refused.length === 0 ? 'import.done' : 'import.doneOthers')}</Alert> : null}
      {isWhole ? null : <Alert color="orange">{t('import.stopped', { done: count(done), n: asked })}</Alert>}
      {refused.length > 0 ? (
        <Card title={t('import.refused', { n: refused.length })}>
          <Refused refused={refused} file={file} />
        </Card>
      ) : null}
    </>
  );
}

/** Longest error text in characters that fits in the line of its row. */
const shortText = 40;

function Refused({ refused, file }: { refused: readonly Refusal[]; file: CsvFile }) {
  const textOf = new Map(file.records.map(({ row, text }) => [row, text]));
  const columns: readonly DataColumn<Refusal>[] = [
    { name: 'row', title: t('import.row'), width: '80px', look: 'quiet', text: ({ row }) => t('import.rowNumber', { n: row }) },
    { name: 'why', title: t('import.problem'), width: 'minmax(200px, 1.4fr)', look: 'wrapped', text: ({ message }) => message },
    {
      name: 'what',
      title: t('import.content'),
      width: 'minmax(160px, 1fr)',
      look: 'quiet',
      text: ({ row }) => textOf.get(row) ?? '',
      isMinor: true,
    },
  ];
  return (
    <DataTable
      label={t('import.problems')}
      columns={columns}
      items={refused}
      keyOf={({ row }) => String(row)}
      rowHeight={refused.some(({ message }) => message.length > shortText) ? 62 : 32}
      empty={null}
    />
  );
}
