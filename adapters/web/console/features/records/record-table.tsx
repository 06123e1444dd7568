import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { type KindDescription, kindTitle } from '../../api/kinds';
import { DataTable } from '../../ui/tables/data-table';
import { columnsOf } from './record-columns';
import { useRecordColumns } from './use-record-columns';

interface Properties {
  readonly kind: KindDescription;
  readonly records: readonly AnyRecord[];
  readonly empty?: ReactNode;
  /** A field with the same value in all records, which is hidden. */
  readonly without?: string;
}

export function RecordTable({ kind, records, empty = null, without }: Properties) {
  const fields = columnsOf(kind, records).filter(({ name }) => name !== without);
  return (
    <DataTable
      label={kindTitle(kind)}
      columns={useRecordColumns(kind, fields, records)}
      items={records}
      keyOf={(record) => String(record[kind.idName])}
      empty={empty}
    />
  );
}
