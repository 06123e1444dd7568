import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { RowsIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AnyRecord, Subnet } from '../../api/client';
import { networkFile } from '../../api/export-files';
import { type KindDescription, nameOf } from '../../api/kinds';
import { allOf } from '../../api/lists';
import { sectionTreeQuery, useKind } from '../../api/queries';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DownloadButton } from '../../ui/page/download-button';
import { IconButton } from '../../ui/page/icon-button';
import { Empty, Loading, Ready, useDrawn } from '../../ui/page/page';
import { useStoredList, withMember } from '../../ui/store';
import { choiceColumn, type DataColumn, DataTable, sortable } from '../../ui/tables/data-table';
import { ViewsButton } from '../bookmarks/views';
import { type Condition, conditionsFor, filterOf, sorted } from '../records/conditions';
import { type ChosenColumns, useChosenColumns } from '../records/record-columns';
import { useRecordColumns } from '../records/record-table';
import { TableBar } from '../records/table-bar';
import type { TableSearch } from '../records/table-search';
import { recentUsageQuery } from '../trends/usage-history';
import { flatLines, isGap, type Line, treeOf } from './lines';
import {
  Branch,
  FreeBranch,
  offeredTreeColumns,
  ofLines,
  treeFields,
  treeMembers,
  trendColumn,
  usageColumn,
  usedShare,
  usualTreeColumns,
} from './tree-columns';

interface Properties {
  readonly id: number;
  readonly mayAdd: boolean;
}

/** With a search, conditions or a sort column, the tree is a list. */
export function Tree({ id, mayAdd }: Properties) {
  const search = useSearch({ from: '/sections/$id' });
  const navigate = useNavigate({ from: '/sections/$id' });
  const change = (next: Partial<TableSearch>) => void navigate({ search: (former) => ({ ...former, ...next }), replace: true });
  const columns = useChosenColumns({
    key: 'section',
    inUrl: search.columns,
    usual: usualTreeColumns,
    change: (next) => change({ columns: next }),
  });
  const { subnets, isPart } = useSubnets(id, treeMembers([...columns.shown, search.sort?.replace(/^-/, '') ?? '']));
  const kind = useKind('subnet');
  const none = (
    <Empty
      title={t('section.empty')}
      action={
        mayAdd ? (
          <Button onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>{t('section.emptyAction')}</Button>
        ) : null
      }
    >
      {t('section.emptyHelp')}
    </Empty>
  );
  return (
    <Ready of={subnets} lines={9}>
      {(all) =>
        all.length === 0 ? (
          none
        ) : kind ? (
          <Lines {...{ id, mayAdd, search, columns, kind, isPart }} subnets={all} changeSearch={change} />
        ) : null
      }
    </Ready>
  );
}

/** Number of networks in the first request, which are shown while the others are read. */
const firstSize = 1000;

function useSubnets(id: number, members: readonly string[]) {
  const first = useQuery(sectionTreeQuery(id, members, firstSize));
  const isLong = first.data !== undefined && first.data.length >= firstSize;
  const all = useQuery({ ...sectionTreeQuery(id, members), enabled: isLong });
  const isPart = isLong && !all.data && !all.error;
  return { subnets: isLong && !isPart ? all : first, isPart };
}

interface LinesProperties extends Properties {
  readonly subnets: readonly Subnet[];
  readonly isPart: boolean;
  readonly search: TableSearch;
  readonly changeSearch: (next: Partial<TableSearch>) => void;
  readonly columns: ChosenColumns;
  readonly kind: KindDescription;
}

function Lines({ id, mayAdd, subnets, isPart, search, changeSearch, columns, kind }: LinesProperties) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const change = (next: Partial<TableSearch>) => {
    choose(new Set());
    changeSearch(next);
  };
  const conditions = useMemo(() => conditionsFor(search.where ?? [], kind.fields), [search.where, kind]);
  const shown = useShownColumns({ id, subnets, kind, names: columns.shown });
  useDrawn('tree', true);
  const { lines, gaps, toggle, closed, isFlat } = useLines({ id, subnets, isPart, search, conditions, shown, kind });
  const first: DataColumn<Line> & { title: string } = {
    name: 'prefix',
    title: t('one.subnet'),
    width: 'minmax(190px, 1.2fr)',
    text: (line) => (isGap(line) ? '' : nameOf(line.subnet)),
    cell: (line) =>
      isGap(line) ? (
        <FreeBranch line={line} sectionId={id} mayAdd={mayAdd} />
      ) : (
        <Branch line={line} isClosed={closed.has(String(line.subnet.id))} toggle={toggle} />
      ),
  };
  const idOf = (line: Line) => (isGap(line) ? undefined : String(line.subnet.id));
  const choice = choiceColumn<Line>({
    chosen,
    choose,
    all: isPart ? [] : lines.flatMap((line) => idOf(line) ?? []),
    idOf,
    nameOf: (line) => (isGap(line) ? '' : nameOf(line.subnet)),
  });
  const isSortable = ({ name }: TreeColumn) => name !== 'trend';
  const titled = [first, ...shown].flatMap((column) =>
    isSortable(column) ? sortable([column], search.sort, (sort) => change({ sort })) : [column],
  );
  return (
    <>
      <TableBar
        kind={kind}
        search={search}
        change={change}
        conditions={conditions}
        columns={columns}
        offered={offeredTreeColumns(kind)}
        count={isPart ? t('common.loading') : t('count.subnet', { n: lines.filter((line) => !isGap(line)).length })}
        selection={mayAdd ? { ids: chosen, whenDone: () => choose(new Set()) } : undefined}
      >
        {gaps}
        <DownloadButton label={t('export.subnets')} name={`networks-${id}`} make={(queries) => networkFile(queries, id)} />
        <ViewsButton />
      </TableBar>
      {isPart && isFlat ? (
        <Loading lines={8} />
      ) : (
        <DataTable
          label={t('kind.subnet')}
          columns={[...(mayAdd ? [choice] : []), ...titled]}
          items={lines}
          keyOf={(line) => (isGap(line) ? `gap ${line.parent.id} ${line.gap.first}` : String(line.subnet.id))}
          isChosen={(line) => chosen.has(idOf(line) ?? '')}
          empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: subnets.length })}</Empty>}
        />
      )}
    </>
  );
}

type TreeColumn = DataColumn<Line> & { readonly title: string };

interface ShownColumns extends Pick<LinesProperties, 'id' | 'subnets' | 'kind'> {
  readonly names: readonly string[];
}

function useShownColumns({ id, subnets, kind, names }: ShownColumns): readonly TreeColumn[] {
  const recent = useQuery(recentUsageQuery(id));
  const records: readonly AnyRecord[] = useMemo(() => subnets.map((subnet) => Object(subnet)), [subnets]);
  const fields = treeFields(kind).filter(({ name }) => names.includes(name));
  // the first column of records links to them; here the name of the network does
  const [, ...own] = useRecordColumns(kind, kind.fields.filter(({ name }) => name === 'prefix').concat(fields), records);
  const ofFields = own.map(ofLines).toSorted((one, other) => rank(one.name) - rank(other.name));
  return [
    ...ofFields,
    ...(names.includes('usage') ? [usageColumn()] : []),
    ...(names.includes('trend') ? [trendColumn(recent.data)] : []),
  ];
}

const rank = (name: string): number => (name === 'description' ? 0 : 1);

interface LinesQuery extends Pick<LinesProperties, 'id' | 'subnets' | 'isPart' | 'kind'> {
  readonly search: TableSearch;
  readonly conditions: readonly Condition[];
  readonly shown: readonly TreeColumn[];
}

const gapsKey = 'hexipam-tree-gaps';

function useLines({ id, subnets, isPart, search: { find = '', sort }, conditions, shown, kind }: LinesQuery) {
  const [closed, setClosed] = useStoredList(`hexipam-closed-${id}`);
  const [hasGaps, setGaps] = useLocalStorage({ key: gapsKey, defaultValue: true, getInitialValueInEffect: false });
  const closedIds = useMemo(() => new Set(closed), [closed]);
  const met = useMet(id, conditions);
  const searchText = find.trim().toLowerCase();
  const isFlat = searchText !== '' || conditions.length > 0 || sort !== undefined;
  const tree = useMemo(
    () => (isFlat ? [] : treeOf(subnets, { closed: closedIds, hasGaps: hasGaps && !isPart })),
    [subnets, closedIds, hasGaps, isFlat, isPart],
  );
  const fits = (line: Line) =>
    !isGap(line) &&
    `${nameOf(line.subnet)} ${shown.map(({ text }) => text?.(line)).join(' ')}`.toLowerCase().includes(searchText);
  const flat = isFlat ? flatLines(met ? subnets.filter(({ id: each }) => met.has(String(each))) : subnets).filter(fits) : [];
  const toggle = (subnet: string) => setClosed([...withMember(closedIds, subnet, !closedIds.has(subnet))]);
  const gaps = isFlat ? null : (
    <IconButton
      size="sm"
      label={t('tree.gaps')}
      Picture={RowsIcon}
      isPressed={hasGaps}
      variant={hasGaps ? 'light' : 'subtle'}
      onClick={() => setGaps(!hasGaps)}
    />
  );
  return { lines: isFlat ? inOrder(flat, sort, shown, kind) : tree, gaps, toggle, closed: closedIds, isFlat };
}

/** Returns the ids of the networks that meet the conditions. Undefined without conditions, empty until the ids are read. */
function useMet(id: number, conditions: readonly Condition[]): ReadonlySet<string> | undefined {
  const where = conditions.map(filterOf);
  const { data } = useQuery({
    queryKey: ['register', 'sections', id, 'subnets', 'where', ...where.flat()],
    queryFn: () => allOf('subnets', [['filter[sectionId]', String(id)], ['fields', 'id'], ...where]),
    enabled: where.length > 0,
  });
  return useMemo(
    () => (conditions.length === 0 ? undefined : new Set((data ?? []).map((record) => String(record.id)))),
    [conditions.length, data],
  );
}

function inOrder(
  lines: readonly Line[],
  sort: string | undefined,
  shown: readonly TreeColumn[],
  kind: KindDescription,
): readonly Line[] {
  const name = sort?.replace(/^-/, '');
  const field = name === 'usage' ? { name, type: 'number' as const } : kind.fields.find((each) => each.name === name);
  if (!field) return lines;
  const column = shown.find((each) => each.name === name);
  return sorted(lines, field, sort?.startsWith('-') === true, {
    recordOf: (line): AnyRecord =>
      isGap(line) ? {} : name === 'usage' ? { usage: usedShare(line.subnet) } : Object(line.subnet),
    textOf: (line) => column?.text?.(line) ?? '',
  });
}
