interface Properties {
  readonly name: string;
  readonly title: string;
  /** The sorted column; a leading minus for descending order. */
  readonly sort: string | undefined;
  readonly change: (sort: string) => void;
  /** Removes the order; without it, the table always has one. */
  readonly clear?: () => void;
}

/** The title of a column that sorts the table: first in ascending, then in descending order, then no longer. */
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
