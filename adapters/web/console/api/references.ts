import type { AnyRecord } from './client';
import type { KindDescription } from './kinds';
import { type ListPage, listPage, type Parameters } from './lists';

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

/** The number of records with one of the ids in a field, and the first records. @throws ApiError */
export function referrers(path: string, field: string, ids: readonly string[], limit: number): Promise<ListPage<AnyRecord>> {
  const where: Parameters = [
    [`filter[${field}][in]`, ids.join()],
    ...(path === 'addresses' ? [['sort', 'ip'] as const] : path === 'subnets' ? [['sort', 'subnet'] as const] : []),
  ];
  return listPage(path, { limit, count: true, where });
}
