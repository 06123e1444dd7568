import { type AnyRecord, send } from './client';
import type { KindDescription } from './kinds';
import { plainLocation } from './plain-location';

/** A field of a kind that references records of another kind. */
export interface Reference {
  readonly from: KindDescription;
  readonly field: string;
  readonly type: KindDescription['fields'][number]['type'];
}

/**
 * Returns the fields of all kinds that reference a kind. The parent of a subnet is excluded, because children have their own
 * list.
 */
export const referencesTo = ({ name: kind }: KindDescription, kinds: readonly KindDescription[]): readonly Reference[] =>
  kinds.flatMap((from) =>
    from.fields
      .filter(({ refersTo, name }) => refersTo === kind && !(kind === 'subnet' && name === 'masterSubnetId'))
      .map(({ name: field, type }) => ({ from, field, type })),
  );

export interface Referrers {
  readonly total: number;
  /** The first referencing records. */
  readonly records: readonly AnyRecord[];
}

/** Reads the records with one of the ids in a field: their number, and the first ones. @throws ApiError */
export async function referrers(path: string, field: string, ids: readonly string[], limit: number): Promise<Referrers> {
  const query = new URLSearchParams([
    [`filter[${field}][in]`, ids.join()],
    ['limit', String(limit)],
    ['count', '1'],
    ['links', 'false'],
  ]);
  const { data, total } = await send<{ data: readonly AnyRecord[]; total: number }>('GET', `${path}/?${query}`);
  return { total: Number(total), records: data.map(plainLocation) };
}
