import { Button, Checkbox } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Choice } from '../../api/many';
import { Empty, Failure, Loading } from '../card';
import { type NetworkAt, openDialog } from '../dialogs';
import { useDrawn } from '../use-drawn';
import { VirtualRows } from '../virtual-rows';
import { AddressLine } from './address-line';
import { type Column, useColumns } from './columns';
import { type AddressSearch, conditionsOf } from './conditions';
import { FilterBar } from './filter-bar';
import { useReferred } from './referred';
import { useRows } from './use-rows';

interface Properties {
  readonly network: NetworkAt;
  readonly mayWrite: boolean;
  readonly hasChildren: boolean;
}

const nothing: Choice = { isAll: false, ids: new Set() };

/** The addresses of a network, however many: sorted and filtered by the service, changed in place or many at a time. */
export function AddressTable({ network, mayWrite, hasChildren }: Properties) {
  const { find, by, state, sort = 'ip' } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate();
  const columns = useColumns();
  const names = useReferred(columns.shown);
  const where = useMemo(() => conditionsOf({ find, by, state }), [find, by, state]);
  const wish = { subnet: network.id, sort, where };
  const fields = ['id', 'ip', 'is_gateway', ...columns.shown.map(({ name }) => name)];
  const rows = useRows(network, wish, [...new Set(fields)].join(','));
  useDrawn('rows', rows.at(0) !== undefined);
  const [choice, setChoice] = useState(nothing);
  const search = (change: AddressSearch & { sort?: string }) => {
    if (!('sort' in change)) setChoice(nothing);
    void navigate({
      to: '/subnets/$id',
      params: { id: String(network.id) },
      search: (former) => ({ ...former, tab: 'addresses', ...change }),
      replace: true,
    });
  };
  if (rows.total === 0 && where.length === 0)
    return <NoAddress network={network} mayTake={mayWrite && !hasChildren} hasChildren={hasChildren} />;
  const number = choice.isAll ? Math.max(0, (rows.total ?? 0) - choice.ids.size) : choice.ids.size;
  const template = `${mayWrite ? '26px ' : ''}${columns.shown.map(({ width }) => width).join(' ')} 28px`;
  return (
    <div>
      <FilterBar
        search={{ find, by, state }}
        change={search}
        columns={columns}
        total={rows.total}
        many={mayWrite && number > 0 ? { wish, choice, number, whenDone: () => setChoice(nothing) } : undefined}
        shown={rows}
      />
      {rows.error ? <Failure error={rows.error} retry={rows.retry} /> : null}
      {rows.total === undefined && !rows.error ? <Loading lines={8} /> : null}
      {rows.total === 0 ? <Empty title="No address is like that">Look for something else, or for less.</Empty> : null}
      {rows.total ? (
        <VirtualRows
          count={rows.reachable}
          rowHeight={34}
          label="Addresses"
          width={Math.max(560, columns.shown.length * 118)}
          onSeen={rows.see}
          head={
            <div className="table-head" style={{ gridTemplateColumns: template }}>
              {mayWrite ? (
                <Checkbox
                  size="xs"
                  aria-label="Select all"
                  checked={number > 0 && number === rows.total}
                  indeterminate={number > 0 && number < rows.total}
                  onChange={(event) => setChoice(event.currentTarget.checked ? { isAll: true, ids: new Set() } : nothing)}
                />
              ) : null}
              {columns.shown.map((column) => (
                <Title key={column.name} column={column} sort={sort} change={(next) => search({ sort: next })} />
              ))}
              <span />
            </div>
          }
          row={(index) => (
            <AddressLine
              address={rows.at(index)}
              columns={columns.shown}
              names={names}
              template={template}
              mayWrite={mayWrite}
              isChosen={(id) => choice.ids.has(id) !== choice.isAll}
              choose={(id, isChosen) => setChoice(changed(choice, id, isChosen))}
            />
          )}
        />
      ) : null}
    </div>
  );
}

/** A choice with one address more, or one fewer. */
function changed({ isAll, ids }: Choice, id: string, isChosen: boolean): Choice {
  const next = new Set(ids);
  if (isChosen === isAll) next.delete(id);
  else next.add(id);
  return { isAll, ids: next };
}

const Title = ({ column: { name, title }, sort, change }: { column: Column; sort: string; change: (sort: string) => void }) => (
  <button type="button" className="sort" onClick={() => change(sort === name ? `-${name}` : name)}>
    {title}
    {sort === name ? ' ↑' : sort === `-${name}` ? ' ↓' : ''}
  </button>
);

const NoAddress = ({ network, mayTake, hasChildren }: { network: NetworkAt; mayTake: boolean; hasChildren: boolean }) => (
  <Empty
    title="No address is taken"
    action={
      mayTake ? <Button onClick={() => openDialog({ dialog: 'address', subnet: network })}>Take the first one</Button> : null
    }
  >
    {hasChildren ? 'Its addresses are in the subnets below it.' : undefined}
  </Empty>
);
