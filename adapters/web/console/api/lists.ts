import { type Address, type AnyRecord, orNone, send } from './client';

/** Parameters of a list, such as filters, `sort` and `fields`, as pairs of name and value. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; empty on the last page. */
  readonly next: string;
  /** The number of matching records, if the request asked for the count. */
  readonly total: number;
}

interface PageQuery {
  readonly limit: number;
  /** The cursor of the page; empty for the first page. */
  readonly after?: string;
  readonly count?: boolean;
  readonly where?: Parameters;
}

interface Answer<Row> {
  readonly data: readonly Row[];
  readonly next?: string;
  readonly total?: number;
}

/** @param path without a slash at the end @throws ApiError */
export async function listPage<Row extends object = AnyRecord>(
  path: string,
  { limit, after, count, where = [] }: PageQuery,
): Promise<ListPage<Row>> {
  const query = new URLSearchParams([
    ['links', 'false'],
    ['limit', String(limit)],
    ...(after ? [['after', after]] : []),
    ...(count ? [['count', '1']] : []),
    ...where.map(([name, value]) => [name, value]),
  ]);
  const { data, next, total } = await orNone<Answer<Row>>(send('GET', `${path}/?${query}`), { data: [] });
  return { rows: data.map(withPlainLocation), next: next ? cursorIn(next) : '', total: Number(total ?? 0) };
}

/** The number of records of a list. @throws ApiError */
export const totalOf = async (path: string, where: Parameters): Promise<number> =>
  (await listPage(path, { limit: 1, count: true, where: [['fields', 'id'], ...where] })).total;

const cursorIn = (target: string): string => new URL(target, location.origin).searchParams.get('after') ?? '';

/** Records per request. */
const together = 1000;

/** Reads all records of a list page by page. @throws ApiError */
export async function allOf<Row extends object = AnyRecord>(path: string, where: Parameters = []): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let after = ''; ; ) {
    const { rows, next } = await listPage<Row>(path, { limit: together, after, where });
    for (const row of rows) all.push(row);
    if (next === '') return all;
    after = next;
  }
}

/** Lists of subnets contain the record of a location. Replaces it by the id of the location; empty without a location. */
function withPlainLocation<Row extends { readonly location?: unknown }>(row: Row): Row {
  const { location } = row;
  if (typeof location !== 'object' || location === null) return row;
  return { ...row, location: String(Reflect.get(location, 'id') ?? '') };
}

export interface AddressQuery {
  readonly subnet: number;
  /** The sort field; a leading minus means descending order. */
  readonly sort: string;
  readonly where: Parameters;
}

export type AddressRow = AnyRecord & Pick<Address, 'id' | 'ip'>;

interface AddressPageQuery extends Omit<PageQuery, 'where'> {
  /** The fields of the rows, separated by commas. */
  readonly fields: string;
  readonly and?: Parameters;
}

/** The service sorts and filters the page. Addresses with equal values are sorted by address. @throws ApiError */
export function addressPage({ subnet, sort, where }: AddressQuery, query: AddressPageQuery): Promise<ListPage<AddressRow>> {
  const { fields, and = [], ...page } = query;
  const order = sort.endsWith('ip') ? sort : `${sort},ip`;
  return listPage(`subnets/${subnet}/addresses`, { ...page, where: [['sort', order], ['fields', fields], ...where, ...and] });
}
