/** The empty id list. An empty text means all ids. */
export const noIds = '0';

/** Removes deleted ids. Returns `0` if no id remains. */
export function withoutIds(list: string, gone: ReadonlySet<number>): string {
  const left = list.split(';').filter((id) => !gone.has(Number(id)));
  return left.length > 0 ? left.join(';') : noIds;
}

/** Ascending; null for an empty array, which means all ids. */
export const idListOf = (ids: readonly number[]): string | null =>
  ids.length > 0 ? ids.toSorted((a, b) => a - b).join(';') : null;
