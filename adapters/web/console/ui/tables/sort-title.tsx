import type { DataColumn } from './data-table';

interface Properties {
  readonly name: string;
  readonly title: string;
  /** The sort column; a leading minus means descending order. */
  readonly sort: string | undefined;
  readonly change: (sort: string) => void;
  /** Removes the sort order. Without this function, the table is always sorted. */
  readonly clear?: () => void;
}

/** Clicks switch between ascending and descending order. With `clear`, a third click removes the order. */
export const SortTitle = ({ name, title, sort, change, clear }: Properties) => (
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
