import type { CSSProperties, ReactNode } from 'react';
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

export interface TableProperties<Item> extends Common<Item> {
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
