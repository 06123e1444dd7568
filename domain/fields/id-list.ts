/** The list of ids that contains no record; an empty one contains all. */
export const noIds = '0';

/** A list of ids such as `1;2` without deleted ones; it becomes `0` if none is left. */
export function withoutIds(list: string, gone: ReadonlySet<number>): string {
  const left = list.split(';').filter((id) => !gone.has(Number(id)));
  return left.length > 0 ? left.join(';') : noIds;
}

/** A list of ids, ascending; null for an empty one, which means all. */
export const idListOf = (ids: readonly number[]): string | null =>
  ids.length > 0 ? ids.toSorted((a, b) => a - b).join(';') : null;
