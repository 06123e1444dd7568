import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type AnyRecord, failureOf } from '../../api/client';
import { findConditions } from '../../api/find';
import { countOfKind, type FieldDescription, isListed, type KindDescription, kindTitle } from '../../api/kinds';
import { allOf, listPage } from '../../api/lists';
import { recordsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Empty, Failure, Loading, useDrawn } from '../../ui/page/page';
import { choiceColumn, DataTable, MoreRows, menuColumn, sortable } from '../../ui/tables/data-table';
import { ViewsButton } from '../bookmarks/views';
import { conditionsFor, type Filter, filterOf, sorted, sortOf } from './conditions';
import { columnsOf, offeredColumns, shownFields, useChosenColumns } from './record-columns';
import { type RecordColumn, ShownDownload, useRecordColumns } from './record-table';
import { TableBar } from './table-bar';
import type { TableSearch } from './table-search';

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
  const isWhole = isReadWhole(kind);
  const where: readonly Filter[] = [
    ...(owner ? [[`filter[${owner.field}]`, owner.id] as const] : []),
    ...conditions.map(filterOf),
    ...(isWhole || !search.find ? [] : findConditions(kind.name, search.find)),
  ];
  const list = useRecordList(kind, where, sortOf(search.sort ?? columnsOf(kind, [])[0]?.name ?? ''));
  const { records = [], total, failure, retry, more } = list;
  const { sort } = search;
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
  const count = isWhole ? items.length : total;
  useDrawn('records', list.records !== undefined);
  const idOf = (record: AnyRecord) => String(record[kind.idName]);
  const choice = choiceColumn<AnyRecord>({
    chosen,
    choose,
    all: items.map(idOf),
    idOf,
    nameOf: (record) => drawn[0]?.text(record) ?? '',
  });
  const isNone = total === 0 && conditions.length === 0 && !search.find && !owner;
  if (isNone && chosen.size > 0) choose(new Set()); // the next table begins without a selection
  if (isNone) return none;
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
        count={count === undefined ? '' : countOfKind(kind, count)}
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
          columns={[...(mayWrite ? [choice] : []), ...sortable(drawn, sort, (next) => change({ sort: next })), menuColumn(menu)]}
          items={items}
          keyOf={idOf}
          isChosen={(record) => chosen.has(idOf(record))}
          empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: total ?? 0 })}</Empty>}
        />
      ) : failure ? null : (
        <Loading lines={8} />
      )}
      {more ? <MoreRows label={t('record.more')} read={more} /> : null}
    </>
  );
}

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

interface ReadRecords {
  readonly records: readonly AnyRecord[] | undefined;
  /** The number of records that meet the conditions; undefined while it is unknown. */
  readonly total: number | undefined;
  readonly failure: Error | undefined;
  readonly retry: () => void;
  /** Reads the next page; undefined if there is none. */
  readonly more: (() => void) | undefined;
}

/** Subnets and addresses are read page by page. */
export const isReadWhole = (kind: KindDescription): boolean => isListed(kind);

/** @param where API conditions @param sort API order, for kinds that are read page by page */
function useRecordList(kind: KindDescription, where: readonly Filter[], sort: string): ReadRecords {
  const isWhole = isReadWhole(kind);
  const whole = useWhole(kind, where, isWhole);
  const paged = usePaged(kind, where, sort, !isWhole);
  return isWhole ? whole : paged;
}

function useWhole({ path }: KindDescription, where: readonly Filter[], enabled: boolean): ReadRecords {
  const query = where.length === 0 ? recordsQuery(path) : filteredQuery(path, where);
  const { data, error, refetch } = useQuery({ ...query, enabled });
  return {
    records: data,
    total: data?.length,
    failure: failureOf({ data, error }),
    retry: () => void refetch(),
    more: undefined,
  };
}

const filteredQuery = (path: string, where: readonly Filter[]) => ({
  queryKey: ['register', 'records', path, 'where', ...where.flat()],
  queryFn: () => allOf(path, where),
});

/** Records per request. */
const together = 500;

function usePaged({ path }: KindDescription, where: readonly Filter[], sort: string, enabled: boolean): ReadRecords {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['register', 'paged', path, sort, ...where.flat()],
    queryFn: ({ pageParam: after }) => listPage(path, { limit: together, after, count: true, where: [['sort', sort], ...where] }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    enabled,
  });
  return {
    records: data?.pages.flatMap(({ rows }) => rows),
    total: data?.pages[0]?.total,
    failure: failureOf({ data, error }),
    retry: () => void refetch(),
    more: hasNextPage ? () => (isFetching ? undefined : void fetchNextPage()) : undefined,
  };
}
