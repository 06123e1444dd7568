import { Alert } from '@mantine/core';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/page';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { whole } from '../../values/numbers';
import type { CsvFile } from './csv-file';
import { type CheckedRows, type Refusal, validRows } from './send-rows';

export function DryRunResult({ dryRun, file }: { dryRun: CheckedRows; file: CsvFile }) {
  const { created, changed, unchanged, refused, added, skipped } = dryRun;
  const effects = [
    t('import.effects', { created: whole(created), changed: whole(changed), unchanged: whole(unchanged) }),
    skipped > 0 ? t('import.skippedRows', { n: skipped }) : '',
    added.length > 0 ? t('import.added', { n: added.length, names: shortened(added) }) : '',
  ].join(' ');
  if (refused.length === 0)
    return (
      <Alert color="teal" p="xs" role="status">
        {t('import.allValid', { n: validRows(dryRun) })} {effects}
      </Alert>
    );
  return (
    <>
      <Alert color="orange" p="xs" role="status">
        {t('import.invalidHelp', { n: refused.length })} {effects}
      </Alert>
      <Card title={t('import.invalid', { n: refused.length })}>
        <Refused refused={refused} file={file} />
      </Card>
    </>
  );
}

/** Maximum number of names in a text. */
const maxNames = 10;

const shortened = (names: readonly string[]): string =>
  names.length > maxNames ? `${names.slice(0, maxNames).join(', ')}, …` : names.join(', ');

/** Maximum length of an error text in the line of its row, in characters. */
const shortText = 40;

export function Refused({ refused, file }: { refused: readonly Refusal[]; file?: CsvFile }) {
  const textOf = new Map(file?.records.map(({ row, text }) => [row, text]));
  const columns: readonly DataColumn<Refusal>[] = [
    { name: 'row', title: t('import.row'), width: '80px', look: 'quiet', text: ({ row }) => whole(row) },
    { name: 'why', title: t('import.problem'), width: 'minmax(200px, 1.4fr)', look: 'wrapped', text: ({ message }) => message },
    ...(file
      ? [
          {
            name: 'what',
            title: t('import.content'),
            width: 'minmax(160px, 1fr)',
            look: 'quiet',
            text: ({ row }: Refusal) => textOf.get(row) ?? '',
            isMinor: true,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t('import.problems')}
      columns={columns}
      items={refused}
      keyOf={({ row }, index) => `${row} ${index}`}
      rowHeight={refused.some(({ message }) => message.length > shortText) ? 62 : 32}
      empty={null}
    />
  );
}
