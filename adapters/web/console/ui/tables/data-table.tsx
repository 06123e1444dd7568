import type { CSSProperties, ReactNode } from 'react';
import { roles } from './roles';
import { VirtualRows } from './virtual-rows';

/** A column of a table. */
export interface DataColumn<Item> {
  readonly name: string;
  /** What stands above it. */
  readonly title: ReactNode;
  /** As grids of CSS have it, its least width in pixels first: 80px, minmax(80px, 1fr). */
  readonly width: string;
  /** The text of a cell, which a pointer shows whole where it is cut. */
  readonly text?: (item: Item) => string;
  /** What stands in a cell in the place of its text. */
  readonly cell?: (item: Item) => ReactNode;
  /** Classes of its cells: strong, mono, quiet. */
  readonly look?: string;
  /** Whether small screens go without it. */
  readonly isMinor?: boolean;
  /** Whether the table goes by this column, and which way round. */
  readonly order?: 'ascending' | 'descending' | undefined;
}

interface Common<Item> {
  readonly label: string;
  readonly columns: readonly DataColumn<Item>[];
  /** What tells an item from all others. */
  readonly keyOf: (item: Item, index: number) => string;
  readonly rowHeight?: number;
  readonly isChosen?: (item: Item) => boolean;
}

interface TableProperties<Item> extends Common<Item> {
  readonly items: readonly Item[];
  /** What is shown where there is no item. */
  readonly empty: ReactNode;
}

/** A table of items, of which those are drawn that are seen. */
export function DataTable<Item>({ items, empty, ...others }: TableProperties<Item>) {
  if (items.length === 0) return empty;
  return <DataRows count={items.length} at={(index) => items[index]} {...others} />;
}

interface RowsProperties<Item> extends Common<Item> {
  readonly count: number;
  /** The item at a place; undefined while it is being read. */
  readonly at: (index: number) => Item | undefined;
  readonly onVisible?: (first: number, last: number) => void;
}

/** The rows of a table whose items need not be there yet. */
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
          {columns.map(({ name, title, isMinor, order }) => (
            <span
              key={name}
              {...roles.title}
              className="cut"
              data-minor={isMinor || undefined}
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

function DataCell<Item>({ column: { text, cell, look, isMinor }, item }: { column: DataColumn<Item>; item: Item }) {
  const words = text?.(item);
  return (
    <span {...roles.cell} className={look ? `cut ${look}` : 'cut'} title={words} data-minor={isMinor || undefined}>
      {cell ? cell(item) : words}
    </span>
  );
}

/** Pixels between two columns, and beside the first and the last. */
const [gap, padding] = [12, 28];

/** The widths of the columns, and the least one of the table, on large and on small screens. */
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
