import { Button, Checkbox, Group } from '@mantine/core';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Card, type Reading, Ready } from '../page/page';
import { withMember } from '../store';
import { Timestamp } from '../values/timestamp';
import { roles, VirtualRows } from './virtual-rows';

export interface DataColumn<Item> {
  readonly name: string;
  readonly title: ReactNode;
  /** A CSS grid track size. It begins with its minimum in pixels: 80px, minmax(80px, 1fr). */
  readonly width: string;
  /** For the tooltip of truncated cells. */
  readonly text?: (item: Item) => string;
  readonly cell?: (item: Item) => ReactNode;
  /** CSS classes of the cells: strong, mono, quiet. */
  readonly look?: string;
  readonly isMinor?: boolean;
  /** The column stays visible while the table scrolls sideways. */
  readonly isPinned?: boolean;
  readonly order?: 'ascending' | 'descending' | undefined;
}

interface Common<Item> {
  readonly label: string;
  readonly columns: readonly DataColumn<Item>[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly rowHeight?: number;
  readonly isChosen?: (item: Item) => boolean;
}

interface TableProperties<Item> extends Common<Item> {
  readonly items: readonly Item[];
  readonly empty: ReactNode;
}

export function DataTable<Item>({ items, empty, ...others }: TableProperties<Item>) {
  if (items.length === 0) return empty;
  return <DataRows count={items.length} at={(index) => items[index]} {...others} />;
}

interface RowsProperties<Item> extends Common<Item> {
  readonly count: number;
  /** Undefined while the item is being read. */
  readonly at: (index: number) => Item | undefined;
  readonly onVisible?: (first: number, last: number) => void;
}

export function DataRows<Item>({ columns, count, at, label, keyOf, rowHeight = 34, isChosen, onVisible }: RowsProperties<Item>) {
  return (
    <VirtualRows
      count={count}
      rowHeight={rowHeight}
      label={label}
      style={styleOf(columns)}
      {...(onVisible ? { onVisible } : {})}
      head={
        <div className="table-head" {...roles.head}>
          {columns.map(({ name, title, isMinor, isPinned, order }) => (
            <span
              key={name}
              {...roles.title}
              title={typeof title === 'string' && title ? title : undefined}
              className="cut"
              data-minor={isMinor || undefined}
              data-pinned={isPinned || undefined}
              {...(order ? { 'aria-sort': order } : {})}
            >
              {title}
            </span>
          ))}
        </div>
      }
      row={(index) => {
        const item = at(index);
        if (item === undefined) return <div className="record-line waiting" aria-busy="true" />;
        return (
          <div key={keyOf(item, index)} className="record-line" data-selected={isChosen?.(item) || undefined}>
            {columns.map((column) => (
              <DataCell key={column.name} column={column} item={item} />
            ))}
          </div>
        );
      }}
    />
  );
}

function DataCell<Item>({ column: { text, cell, look, isMinor, isPinned }, item }: { column: DataColumn<Item>; item: Item }) {
  const words = text?.(item);
  return (
    <span
      {...roles.cell}
      className={look ? `cut ${look}` : 'cut'}
      title={words}
      data-minor={isMinor || undefined}
      data-pinned={isPinned || undefined}
    >
      {cell ? cell(item) : words}
    </span>
  );
}

/** Pixels between columns, and total pixels at both ends. */
const [gap, padding] = [12, 28];

function styleOf(columns: readonly Pick<DataColumn<never>, 'width' | 'isMinor'>[]): CSSProperties {
  const major = columns.filter(({ isMinor }) => !isMinor);
  return {
    '--columns': columns.map(({ width }) => width).join(' '),
    '--columns-small': major.map(({ width }) => width).join(' '),
    '--least': `${leastOf(columns)}px`,
    '--least-small': `${leastOf(major)}px`,
  };
}

const leastOf = (columns: readonly { readonly width: string }[]): number =>
  columns.reduce((sum, { width }) => sum + Number(/\d+/.exec(width)?.[0] ?? 0) + gap, padding - gap);

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | undefined;
  }
}

interface CardProperties<Item> extends Omit<TableProperties<Item>, 'label' | 'items'> {
  readonly title: string;
  /** The name of the table for screen readers, if it differs from the title. */
  readonly label?: string;
  readonly side?: ReactNode;
  readonly of: Reading<readonly Item[]>;
  readonly isShown?: (item: Item) => boolean;
  /** Lines of the placeholder during the first read. */
  readonly lines?: number;
}

/** A card with the rows of a query. */
export const TableCard = <Item,>({ title, label = title, side, of, isShown, lines, ...table }: CardProperties<Item>) => (
  <Card title={title} side={side}>
    <Ready of={of} lines={lines}>
      {(all) => <DataTable {...table} label={label} items={isShown ? all.filter(isShown) : all} />}
    </Ready>
  </Card>
);

interface MoreProperties {
  readonly label: string;
  readonly busy?: boolean;
  readonly read: () => void;
}

/** The button below a list that reads further rows. */
export const MoreRows = ({ label, busy = false, read }: MoreProperties) => (
  <Group justify="center" p="sm">
    <Button variant="subtle" loading={busy} onClick={read}>
      {label}
    </Button>
  </Group>
);

type Further<Item> = Omit<DataColumn<Item>, 'name' | 'title' | 'width'>;

/** A column with the text of a member. @param further with `text`, another text */
export const textColumn = <Item extends object>(
  name: string & keyof Item,
  title: ReactNode,
  width: string,
  further: Further<Item> = {},
): DataColumn<Item> => ({ name, title, width, text: (item) => String(item[name] ?? ''), ...further });

/** Returns a function for columns with fields of a kind. @param kind for fields with a special label in that kind */
export const fieldColumns =
  (kind = '') =>
  (name: string, width: string, further: Further<AnyRecord> = {}): DataColumn<AnyRecord> =>
    textColumn(name, labelOf(name, kind), width, further);

type TimeOptions = Pick<DataColumn<never>, 'isMinor'> & Omit<ComponentProps<typeof Timestamp>, 'at'>;

/** A column with the time in a member. @param time with `isAgo`, the time between then and now; `never` is the text without a time */
export const timeColumn = <Item extends object>(
  name: string & keyof Item,
  title: ReactNode,
  width: string,
  { isMinor, ...time }: TimeOptions = {},
): DataColumn<Item> => ({
  ...{ name, title, width, isMinor },
  cell: (item) => <Timestamp at={String(item[name] ?? '')} {...time} />,
});

/** The last column, with the menu or the buttons of a row. */
export const menuColumn = <Item,>(
  cell: (item: Item) => ReactNode,
  { width = '28px', title = '' }: { readonly width?: string; readonly title?: ReactNode } = {},
): DataColumn<Item> => ({ name: ' menu', title, width, isPinned: true, cell });

interface SortProperties {
  readonly name: string;
  readonly title: string;
  /** The sort column; a leading minus means descending order. */
  readonly sort: string | undefined;
  readonly change: (sort: string) => void;
  /** Removes the sort order. Without this function, the table is always sorted. */
  readonly clear?: () => void;
}

/** Clicks switch between ascending and descending order. With `clear`, a third click removes the order. */
export const SortTitle = ({ name, title, sort, change, clear }: SortProperties) => (
  <button
    type="button"
    className="sort"
    onClick={() => (sort === `-${name}` && clear ? clear() : change(sort === name ? `-${name}` : name))}
  >
    {title}
    {sort === name ? ' ↑' : sort === `-${name}` ? ' ↓' : ''}
  </button>
);

export const orderOf = (name: string, sort: string | undefined): 'ascending' | 'descending' | undefined =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;

/** The columns with titles that sort the table by them. @param change receives undefined if the order is removed */
export const sortable = <Item,>(
  columns: readonly (DataColumn<Item> & { readonly title: string })[],
  sort: string | undefined,
  change: (sort: string | undefined) => void,
): DataColumn<Item>[] =>
  columns.map((column) => ({
    ...column,
    title: <SortTitle name={column.name} title={column.title} sort={sort} change={change} clear={() => change(undefined)} />,
    order: orderOf(column.name, sort),
  }));

interface Boxes<Item> {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly chooseAll: (isChosen: boolean) => void;
  readonly isChosen: (id: string) => boolean;
  readonly chooseOne: (id: string, isChosen: boolean) => void;
  /** Undefined for a row that cannot be selected. */
  readonly idOf: (item: Item) => string | undefined;
  readonly nameOf: (item: Item) => string;
}

/** The column of boxes that select rows. The title selects all rows. */
export const boxColumn = <Item,>({
  isAll,
  isSome,
  chooseAll,
  isChosen,
  chooseOne,
  idOf,
  nameOf,
}: Boxes<Item>): DataColumn<Item> => ({
  name: ' choice',
  width: '26px',
  title: (
    <Checkbox
      size="xs"
      aria-label={t('addresses.selectAll')}
      checked={isAll}
      indeterminate={isSome && !isAll}
      onChange={(event) => chooseAll(event.currentTarget.checked)}
    />
  ),
  cell: (item) => {
    const id = idOf(item);
    if (id === undefined) return null;
    return (
      <Checkbox
        size="xs"
        aria-label={t('addresses.select', { ip: nameOf(item) })}
        checked={isChosen(id)}
        onChange={(event) => chooseOne(id, event.currentTarget.checked)}
      />
    );
  },
});

interface Choosing<Item> extends Pick<Boxes<Item>, 'idOf' | 'nameOf'> {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly all: readonly string[];
}

export const choiceColumn = <Item,>({ chosen, choose, all, ...names }: Choosing<Item>): DataColumn<Item> =>
  boxColumn({
    ...names,
    isAll: all.length > 0 && all.every((id) => chosen.has(id)),
    isSome: chosen.size > 0,
    chooseAll: (isChosen) => choose(new Set(isChosen ? all : [])),
    isChosen: (id) => chosen.has(id),
    chooseOne: (id, isChosen) => choose(withMember(chosen, id, isChosen)),
  });
