/** The empty list of ids; an empty text means all ids. */
export const noIds = '0';

/** Removes deleted ids from a list; the result is `0` if none is left. */
export function withoutIds(list: string, gone: ReadonlySet<number>): string {
  const left = list.split(';').filter((id) => !gone.has(Number(id)));
  return left.length > 0 ? left.join(';') : noIds;
}

/** Ascending; null for an empty list, which means all. */
export const idListOf = (ids: readonly number[]): string | null =>
  ids.length > 0 ? ids.toSorted((a, b) => a - b).join(';') : null;
