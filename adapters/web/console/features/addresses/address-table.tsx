import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Choice, chosenIds, deleteAll, maxByConditions } from '../../api/bulk';
import type { AddressQuery, AddressRow } from '../../api/lists';
import { useNames } from '../../api/names';
import { t } from '../../texts/text';
import { type NetworkAt, openDialog, type RecordSelection } from '../../ui/dialogs/dialogs';
import { Empty, Failure, Loading, useDrawn } from '../../ui/page/page';
import { withMember } from '../../ui/store';
import { boxColumn, type DataColumn, DataRows, menuColumn, orderOf, SortTitle } from '../../ui/tables/data-table';
import { DownloadButton } from '../export/download-button';
import { addressFile } from '../export/files';
import { AddressCell, AddressMenu, cellText } from './address-cells';
import { type Column, useColumns } from './columns';
import { type AddressSearch, conditionsOf, FilterBar } from './filter-bar';
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
  const where = useMemo(() => conditionsOf({ find, by, state }), [find, by, state]);
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
      <FilterBar
        search={{ find, by, state }}
        change={search}
        columns={columns}
        total={rows.total}
        selection={selection}
        shown={rows}
        file={file}
      />
      {rows.error ? <Failure error={rows.error} retry={rows.retry} /> : null}
      {rows.total === undefined && !rows.error ? <Loading lines={8} /> : null}
      {rows.total === 0 ? <Empty title={t('addresses.noMatch')}>{t('addresses.noMatchHelp')}</Empty> : null}
      {rows.total ? (
        <Rows
          rows={rows}
          columns={columns.shown.map((column) => ({ ...column, width: widthOf(column, network) }))}
          mayWrite={mayWrite}
          choosing={{ choice, setChoice, number }}
          sorting={{ sort, change: (next) => search({ sort: next }) }}
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
  readonly choosing: {
    readonly choice: Choice;
    readonly setChoice: (choice: Choice) => void;
    readonly number: number;
  };
  readonly sorting: { readonly sort: string; readonly change: (sort: string) => void };
}

function Rows({ rows, columns, mayWrite, choosing, sorting }: RowsProperties) {
  const names = useNames(columns.map(({ refersTo }) => ({ kind: refersTo })));
  const { choice, setChoice, number } = choosing;
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
      order: orderOf(column.name, sorting.sort),
      title: <SortTitle name={column.name} title={column.title} {...sorting} />,
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
