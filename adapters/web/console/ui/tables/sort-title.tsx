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
