import { Alert } from '@mantine/core';
import { Card } from '../../ui/page/card';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { count, counted } from '../../values/numbers';
import type { CsvFile } from './csv-file';
import type { ImportProgress, Refusal } from './import-rows';
import type { Written } from './use-import';

/** Tells what came of a trial. */
export function DryRunResult({ trial: { done, refused }, file }: { trial: ImportProgress; file: CsvFile }) {
  if (refused.length === 0) return <Alert color="teal">All {count(done)} rows can be brought in.</Alert>;
  return (
    <Card title={`${counted(refused.length, 'row')} cannot be brought in`}>
      <Refused refused={refused} file={file} />
    </Card>
  );
}

/** Tells what came of a write. */
export function Ended({ written: { done, refused, asked }, file }: { written: Written; file: CsvFile }) {
  const isWhole = done + refused.length === asked;
  return (
    <>
      {isWhole ? <Alert color="teal">{refused.length === 0 ? 'All sound rows are in.' : 'All other rows are in.'}</Alert> : null}
      {isWhole ? null : (
        <Alert color="orange">
          Stopped: {count(done)} of {counted(asked, 'row')} are in. Try all rows out once more to see which are left.
        </Alert>
      )}
      {refused.length > 0 ? (
        <Card title={`${counted(refused.length, 'row was', 'rows were')} refused meanwhile`}>
          <Refused refused={refused} file={file} />
        </Card>
      ) : null}
    </>
  );
}

/** Signs of a mistake that have place in a line of it. */
const shortText = 40;

/** Rows with their mistakes, which may take several lines. */
function Refused({ refused, file }: { refused: readonly Refusal[]; file: CsvFile }) {
  const textOf = new Map(file.records.map(({ row, text }) => [row, text]));
  const columns: readonly DataColumn<Refusal>[] = [
    { name: 'row', title: 'Row', width: '80px', look: 'quiet', text: ({ row }) => `Row ${row}` },
    { name: 'why', title: 'Mistake', width: 'minmax(200px, 1.4fr)', look: 'wrapped', text: ({ message }) => message },
    {
      name: 'what',
      title: 'What stands there',
      width: 'minmax(160px, 1fr)',
      look: 'quiet',
      text: ({ row }) => textOf.get(row) ?? '',
      isMinor: true,
    },
  ];
  return (
    <DataTable
      label="Rows with mistakes"
      columns={columns}
      items={refused}
      keyOf={({ row }) => String(row)}
      rowHeight={refused.some(({ message }) => message.length > shortText) ? 62 : 32}
      empty={null}
    />
  );
}
