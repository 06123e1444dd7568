import type { Address, AnyRecord } from './client';
import { type ListPage, listPage, type Parameters } from './lists';

export interface AddressQuery {
  readonly subnet: number;
  /** The sort field; a leading minus means descending order. */
  readonly sort: string;
  readonly where: Parameters;
}

export type AddressRow = AnyRecord & Pick<Address, 'id' | 'ip'>;

interface PageQuery {
  readonly limit: number;
  readonly after?: string;
  readonly count?: boolean;
  /** The fields of the rows, separated by commas. */
  readonly fields: string;
  readonly and?: Parameters;
}

/** The service sorts and filters the page. Addresses with equal values are sorted by address. @throws ApiError */
export function addressPage({ subnet, sort, where }: AddressQuery, query: PageQuery): Promise<ListPage<AddressRow>> {
  const { fields, and = [], ...page } = query;
  const order = sort.endsWith('ip') ? sort : `${sort},ip`;
  return listPage(`subnets/${subnet}/addresses`, { ...page, where: [['sort', order], ['fields', fields], ...where, ...and] });
}
