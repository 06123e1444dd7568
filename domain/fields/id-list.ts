/** The list of ids that names no record. An empty one names all. */
export const noIds = '0';

/** A list of ids, as `1;2`, without those of records that are gone: a list that named only these names none from then on. */
export function withoutIds(list: string, gone: ReadonlySet<number>): string {
  const left = list.split(';').filter((id) => !gone.has(Number(id)));
  return left.length > 0 ? left.join(';') : noIds;
}

/** A list of some ids, ascending; null for none, which names all. */
export const idListOf = (ids: readonly number[]): string | null =>
  ids.length > 0 ? ids.toSorted((a, b) => a - b).join(';') : null;
