import { Button, Group } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnyRecord } from '../../api/client';
import { findConditions } from '../../api/find';
import { countOfKind, type FieldDescription, type KindDescription, kindTitle } from '../../api/kinds';
import { allOf } from '../../api/lists';
import { useNames } from '../../api/use-names';
import { t } from '../../texts/text';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { useDrawn } from '../../ui/page/use-drawn';
import { choiceColumn } from '../../ui/tables/choice-column';
import { menuColumn } from '../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { orderOf, SortTitle } from '../../ui/tables/sort-title';
import { DownloadButton } from '../export/download-button';
import { ViewsButton } from '../views/views-button';
import { conditionsFor, type Filter, filterOf, sortOf } from './conditions';
import { columnsOf } from './record-columns';
import { shownFile } from './shown-file';
import { sorted } from './sorting';
import { TableBar } from './table-bar';
import { offeredColumns, shownFields, useChosenColumns } from './table-columns';
import type { TableSearch } from './table-search';
import { type RecordColumn, useRecordColumns } from './use-record-columns';
import { isReadWhole, type RecordList as ReadList, useRecordList } from './use-record-list';

interface Properties {
  readonly kind: KindDescription;
  /** A record that all listed records reference. */
  readonly owner?: { readonly field: string; readonly id: string };
  readonly search: TableSearch;
  readonly change: (search: Partial<TableSearch>) => void;
  readonly mayWrite: boolean;
  readonly menu: (record: AnyRecord) => ReactNode;
  readonly none: ReactNode;
}

/** All state except the selection is part of the URL. */
export function RecordList({ kind, owner, search, change, mayWrite, menu, none }: Properties) {
  const conditions = useMemo(() => conditionsFor(search.where ?? [], kind.fields), [search.where, kind]);
  const usual = columnsOf(kind, []);
  const sort = search.sort ?? usual[0]?.name ?? '';
  const isWhole = isReadWhole(kind);
  const where: readonly Filter[] = [
    ...(owner ? [[`filter[${owner.field}]`, owner.id] as const] : []),
    ...conditions.map(filterOf),
    ...(isWhole || !search.find ? [] : findConditions(kind.name, search.find)),
  ];
  const list = useRecordList(kind, where, sortOf(sort));
  const isAll = conditions.length === 0 && !search.find && !owner;
  if (list.total === 0 && isAll) return none;
  return <Shown {...{ kind, owner, search, change, mayWrite, menu, conditions, where, list, isWhole }} sort={search.sort} />;
}

interface ShownProperties extends Omit<Properties, 'none'> {
  readonly conditions: ReturnType<typeof conditionsFor>;
  readonly where: readonly Filter[];
  readonly list: ReadList;
  readonly isWhole: boolean;
  readonly sort: string | undefined;
}

function Shown({ kind, owner, search, change, mayWrite, menu, conditions, where, list, isWhole, sort }: ShownProperties) {
  const { records = [], total, failure, retry, more } = list;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const columns = useChosenColumns({
    key: kind.name,
    inUrl: search.columns,
    usual: columnsOf(kind, records).map(({ name }) => name),
    change: (next) => change({ columns: next }),
  });
  const fields = shownFields(kind, columns.shown, records).filter(({ name }) => name !== owner?.field);
  const drawn = useRecordColumns(kind, fields, records);
  const items = isWhole ? arranged(records, { fields, columns: drawn, find: search.find, sort }) : records;
  useDrawn('records', list.records !== undefined);
  const idOf = (record: AnyRecord) => String(record[kind.idName]);
  const titled = drawn.map(
    (column): DataColumn<AnyRecord> => ({
      ...column,
      title: (
        <SortTitle
          name={column.name}
          title={column.title}
          sort={sort}
          change={(next) => change({ sort: next })}
          clear={() => change({ sort: undefined })}
        />
      ),
      order: orderOf(column.name, sort),
    }),
  );
  const choice = choiceColumn<AnyRecord>({
    chosen,
    choose,
    all: items.map(idOf),
    idOf,
    nameOf: (record) => drawn[0]?.text(record) ?? '',
  });
  return (
    <>
      <TableBar
        kind={kind}
        search={search}
        change={(next) => {
          choose(new Set());
          change(next);
        }}
        conditions={conditions}
        columns={{ ...columns, shown: fields.map(({ name }) => name) }}
        offered={offeredColumns(kind).filter(({ name }) => name !== fields[0]?.name && name !== owner?.field)}
        count={countText(kind, isWhole ? items.length : total)}
        selection={mayWrite ? { ids: chosen, whenDone: () => choose(new Set()) } : undefined}
      >
        <ShownDownload
          kind={kind}
          fields={fields}
          read={() => (more ? allOf(kind.path, [...where, ['sort', sortOf(sort ?? fields[0]?.name ?? 'id')]]) : items)}
        />
        <ViewsButton />
      </TableBar>
      {failure ? <Failure error={failure} retry={retry} /> : null}
      {list.records ? (
        <DataTable
          label={kindTitle(kind)}
          columns={[...(mayWrite ? [choice] : []), ...titled, menuColumn(menu)]}
          items={items}
          keyOf={idOf}
          isChosen={(record) => chosen.has(idOf(record))}
          empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: total ?? 0 })}</Empty>}
        />
      ) : failure ? null : (
        <Loading lines={8} />
      )}
      {more ? <More read={more} /> : null}
    </>
  );
}

const countText = (kind: KindDescription, number: number | undefined): string =>
  number === undefined ? '' : countOfKind(kind, number);

const More = ({ read }: { read: () => void }) => (
  <Group justify="center" p="sm">
    <Button variant="subtle" onClick={read}>
      {t('record.more')}
    </Button>
  </Group>
);

interface Arrangement {
  readonly fields: readonly FieldDescription[];
  readonly columns: readonly RecordColumn[];
  readonly find: string | undefined;
  readonly sort: string | undefined;
}

function arranged(records: readonly AnyRecord[], { fields, columns, find = '', sort }: Arrangement): readonly AnyRecord[] {
  const searchText = find.trim().toLowerCase();
  const found =
    searchText === ''
      ? records
      : records.filter((record) => columns.some(({ text }) => text(record).toLowerCase().includes(searchText)));
  const name = sort?.replace(/^-/, '');
  const field = fields.find((each) => each.name === name);
  const column = columns.find((each) => each.name === name);
  if (!field || !column) return found;
  return sorted(found, field, sort?.startsWith('-') === true, { recordOf: (record) => record, textOf: column.text });
}

interface DownloadProperties {
  readonly kind: KindDescription;
  readonly fields: readonly FieldDescription[];
  readonly read: () => readonly AnyRecord[] | Promise<readonly AnyRecord[]>;
}

export function ShownDownload({ kind, fields, read }: DownloadProperties) {
  const names = useNames(fields);
  return (
    <DownloadButton
      label={t('table.shown')}
      name={kind.title}
      make={async (queries) => shownFile(queries, { kind, fields, names, records: await read() })}
    />
  );
}
