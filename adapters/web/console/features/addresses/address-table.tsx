import { Button, Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Choice, chosenIds, deleteAll, maxByConditions } from '../../api/bulk';
import { addressFile } from '../../api/export-files';
import { labelOf, useNames } from '../../api/kinds';
import type { AddressQuery, AddressRow, Parameters } from '../../api/lists';
import { useTags } from '../../api/queries';
import { t } from '../../texts/text';
import { type NetworkAt, openDialog, type RecordSelection } from '../../ui/dialogs/dialogs';
import { DownloadButton } from '../../ui/page/download-button';
import { Empty, Failure, Loading, Quiet, useDrawn } from '../../ui/page/page';
import { withMember } from '../../ui/store';
import { ColumnChoice } from '../../ui/tables/column-choice';
import { boxColumn, type DataColumn, DataRows, menuColumn, orderOf, SortTitle } from '../../ui/tables/data-table';
import { SearchInput } from '../../ui/tables/search-input';
import { macOfBeginning, networkOfBeginning } from '../../values/ip';
import { whole } from '../../values/numbers';
import { SelectedRows } from '../records/bulk-dialog';
import { AddressCell, AddressMenu, type Column, type Columns, cellText, useColumns } from './columns';
import { type Rows as ShownRows, useRows } from './use-rows';

interface Properties {
  readonly network: NetworkAt;
  readonly mayWrite: boolean;
  readonly hasChildren: boolean;
}

const nothing: Choice = { isAll: false, ids: new Set() };

export function AddressTable({ network, mayWrite, hasChildren }: Properties) {
  const { find, by, state, sort: sortInUrl = 'ip' } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate({ from: '/subnets/$id' });
  const columns = useColumns();
  const sort = validSort(sortInUrl, columns.all);
  const where = conditionsOf({ find, by, state });
  const addressQuery = { subnet: network.id, sort, where };
  const rows = useRows(network, addressQuery, fieldsOf(columns.shown));
  useDrawn('rows', rows.at(0) !== undefined);
  const [choice, setChoice] = useState(nothing);
  const search = (change: AddressSearch & { sort?: string }) => {
    if (!('sort' in change)) setChoice(nothing);
    void navigate({ search: (former) => ({ ...former, tab: 'addresses', ...change }), replace: true });
  };
  if (rows.total === 0 && where.length === 0)
    return <NoAddress network={network} canAllocate={mayWrite && !hasChildren} hasChildren={hasChildren} />;
  const number = choice.isAll ? Math.max(0, (rows.total ?? 0) - choice.ids.size) : choice.ids.size;
  const whenDone = () => setChoice(nothing);
  const selection = mayWrite && number > 0 ? { ...selectionOf(addressQuery, choice, number), whenDone } : undefined;
  const file = (
    <DownloadButton
      label={t(where.length > 0 ? 'addresses.filtered' : 'addresses.all')}
      name={`addresses-${network.subnet}-${network.mask}`}
      make={(queries) => addressFile(queries, addressQuery)}
    />
  );
  return (
    <div>
      <FilterBar search={{ find, by, state }} change={search} columns={columns} selection={selection} rows={rows} file={file} />
      {rows.error ? <Failure error={rows.error} retry={rows.retry} /> : null}
      {rows.total === undefined && !rows.error ? <Loading lines={8} /> : null}
      {rows.total === 0 ? <Empty title={t('addresses.noMatch')}>{t('addresses.noMatchHelp')}</Empty> : null}
      {rows.total ? (
        <Rows
          {...{ rows, mayWrite, choice, setChoice, number, sort }}
          columns={columns.shown.map((column) => ({ ...column, width: widthOf(column, network) }))}
          change={(next) => search({ sort: next })}
        />
      ) : null}
    </div>
  );
}

function selectionOf(addressQuery: AddressQuery, choice: Choice, number: number): Omit<RecordSelection, 'whenDone'> {
  const isByConditions = choice.isAll && choice.ids.size === 0 && number <= maxByConditions;
  return {
    kind: 'address',
    number,
    readIds: () => chosenIds(addressQuery, choice),
    network: {
      description: selectionText(addressQuery, choice, isByConditions),
      ...(isByConditions ? { deleteAll: () => deleteAll(addressQuery, number) } : {}),
    },
  };
}

function selectionText({ where }: AddressQuery, { isAll, ids }: Choice, isByConditions: boolean): string {
  if (!isAll) return t('bulk.selected');
  const all = t(where.length > 0 ? 'bulk.filtered' : 'bulk.whole', { but: ids.size });
  return isByConditions ? `${all} ${t('bulk.expected')}` : all;
}

/** Returns a valid sort order, because a link may contain a field that no longer exists. */
function validSort(sort: string, all: readonly Column[]): string {
  const isKnown = all.length === 0 || all.some(({ name }) => name === sort.replace('-', ''));
  return isKnown ? sort : 'ip';
}

const widthOf = ({ name, width }: Column, { subnet }: NetworkAt): string =>
  name === 'ip' && subnet.includes(':') ? 'minmax(345px, 1.6fr)' : width;

const fieldsOf = (columns: readonly Column[]): string =>
  [...new Set(['id', 'ip', 'is_gateway', 'heldUntil', ...columns.map(({ name }) => name)])].join(',');

interface RowsProperties {
  readonly rows: ShownRows;
  readonly columns: readonly Column[];
  readonly mayWrite: boolean;
  readonly choice: Choice;
  readonly setChoice: (choice: Choice) => void;
  /** The number of selected rows. */
  readonly number: number;
  readonly sort: string;
  readonly change: (sort: string) => void;
}

function Rows({ rows, columns, mayWrite, choice, setChoice, number, sort, change }: RowsProperties) {
  const names = useNames(columns.map(({ refersTo }) => ({ kind: refersTo })));
  const isChosen = (id: string) => choice.ids.has(id) !== choice.isAll;
  const boxes = boxColumn<AddressRow>({
    isAll: number > 0 && number === rows.total,
    isSome: number > 0 && number < (rows.total ?? 0),
    chooseAll: (isAll) => setChoice(isAll ? { isAll, ids: new Set() } : nothing),
    isChosen,
    chooseOne: (id, isOn) => setChoice({ ...choice, ids: withMember(choice.ids, id, isOn !== choice.isAll) }),
    idOf: ({ id }) => String(id),
    nameOf: ({ ip }) => ip,
  });
  const own = columns.map(
    (column): DataColumn<AddressRow> => ({
      name: column.name,
      width: column.width,
      order: orderOf(column.name, sort),
      title: <SortTitle name={column.name} title={column.title} sort={sort} change={change} />,
      text: (address) => cellText(column, address, names),
      cell: (address) => <AddressCell column={column} address={address} names={names} mayWrite={mayWrite} />,
      ...cellClassOf(column),
    }),
  );
  const menu = menuColumn<AddressRow>((address) => <AddressMenu address={address} mayWrite={mayWrite} />);
  return (
    <DataRows
      label={t('kind.address')}
      columns={[...(mayWrite ? [boxes] : []), ...own, menu]}
      count={rows.reachable}
      at={rows.at}
      keyOf={({ id }) => String(id)}
      isChosen={({ id }) => isChosen(String(id))}
      onVisible={rows.see}
    />
  );
}

const cellClassOf = ({ name, type }: Column): { readonly look?: string } =>
  name === 'ip' ? { look: 'mono strong' } : type === 'timestamp' ? { look: 'quiet' } : {};

const NoAddress = ({ network, canAllocate, hasChildren }: { network: NetworkAt; canAllocate: boolean; hasChildren: boolean }) => (
  <Empty
    title={t('addresses.none')}
    action={
      canAllocate ? (
        <Button onClick={() => openDialog({ dialog: 'address', subnet: network })}>{t('addresses.addFirst')}</Button>
      ) : null
    }
  >
    {hasChildren ? t('addresses.noneChildren') : undefined}
  </Empty>
);

interface BarProperties {
  readonly search: AddressSearch;
  readonly change: (search: AddressSearch) => void;
  readonly columns: Columns;
  readonly selection: RecordSelection | undefined;
  readonly rows: ShownRows;
  readonly file: ReactNode;
}

function FilterBar({ search, change, columns, selection, rows: { total, reachable }, file }: BarProperties) {
  const tags = useTags();
  const texts = columns.all.filter(({ type }) => type === 'text' || type === 'multiline');
  return (
    <Group px={14} py={8} gap={6}>
      <SearchInput
        key={search.find === undefined ? 'none' : 'some'}
        value={search.find ?? ''}
        change={(find) => change({ find })}
        label={t('addresses.filter')}
        help={t('addresses.filterHelp')}
      />
      <Select
        size="xs"
        w={128}
        aria-label={t('addresses.filterField')}
        data={texts.map(({ name, title }) => ({ value: name, label: t('addresses.filterIn', { field: title }) }))}
        value={search.by ?? 'hostname'}
        onChange={(by) => change({ by: by ?? 'hostname' })}
        allowDeselect={false}
      />
      <Select
        size="xs"
        w={110}
        aria-label={labelOf('tag')}
        placeholder={t('addresses.anyState')}
        clearable
        data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
        value={search.state ?? null}
        onChange={(state) => change({ state: state ?? '' })}
      />
      <Quiet size="xs" role="status">
        {total === undefined ? '' : t('count.address', { n: total })}
        {total !== undefined && reachable < total ? ` · ${t('addresses.reachable', { n: whole(reachable) })}` : ''}
      </Quiet>
      <Group gap={6} ml="auto">
        {selection ? <SelectedRows {...selection} /> : null}
        {file}
        <ColumnChoice
          offered={columns.all.filter(({ name }) => name !== 'ip')}
          shown={columns.shown.map(({ name }) => name)}
          choose={columns.choose}
          reset={columns.reset}
        />
      </Group>
    </Group>
  );
}

interface AddressSearch {
  readonly find?: string;
  /** The field searched for the text. */
  readonly by?: string;
  readonly state?: string;
}

/** Converts a search to API filters. Addresses and networks are recognized by their syntax. */
function conditionsOf({ find = '', by = 'hostname', state = '' }: AddressSearch): Parameters {
  const text = find.trim();
  const found: (readonly [string, string])[] = state === '' ? [] : [['filter[tag]', state]];
  if (text === '') return found;
  return [...found, conditionOf(text, by)];
}

/** Number of characters of a complete MAC address. A shorter text may be a host name: `db-01`. */
const wholeMac = 17;

function conditionOf(text: string, by: string): readonly [string, string] {
  const isNetwork = /^[0-9a-f:.]+\/\d{1,3}$/i.test(text) && /[:.]/.test(text);
  if (isNetwork) return ['filter[ip][within]', text];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || (text.includes('::') && /^[0-9a-f:.]+$/i.test(text))) return ['filter[ip]', text];
  const network = networkOfBeginning(text);
  if (network) return ['filter[ip][within]', network];
  const mac = macOfBeginning(text);
  if (mac?.length === wholeMac) return ['filter[mac]', mac];
  return [`filter[${by}][contains]`, text];
}
