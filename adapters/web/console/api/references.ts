import { type AnyRecord, send } from './client';
import type { KindDescription } from './kinds';
import { plainLocation } from './plain-location';

export interface Reference {
  readonly from: KindDescription;
  readonly field: string;
  readonly type: KindDescription['fields'][number]['type'];
}

/** Excludes the parent of a subnet, because children have their own list. */
export const referencesTo = ({ name: kind }: KindDescription, kinds: readonly KindDescription[]): readonly Reference[] =>
  kinds.flatMap((from) =>
    from.fields
      .filter(({ refersTo, name }) => refersTo === kind && !(kind === 'subnet' && name === 'masterSubnetId'))
      .map(({ name: field, type }) => ({ from, field, type })),
  );

export interface Referrers {
  readonly total: number;
  readonly records: readonly AnyRecord[];
}

/** The number of records with one of the ids in a field, and the first records. @throws ApiError */
export async function referrers(path: string, field: string, ids: readonly string[], limit: number): Promise<Referrers> {
  const query = new URLSearchParams([
    [`filter[${field}][in]`, ids.join()],
    ['limit', String(limit)],
    ['count', '1'],
    ['links', 'false'],
    ...(path === 'addresses' ? [['sort', 'ip']] : path === 'subnets' ? [['sort', 'subnet']] : []),
  ]);
  const { data, total } = await send<{ data: readonly AnyRecord[]; total: number }>('GET', `${path}/?${query}`);
  return { total: Number(total), records: data.map(plainLocation) };
}
