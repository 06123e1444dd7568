import { type Address, type AnyRecord, ApiError, send } from './client';

export interface AddressQuery {
  readonly subnet: number;
  /** The sort field; a leading minus means descending order. */
  readonly sort: string;
  /** Filter parameters as pairs of name and value. */
  readonly where: readonly (readonly [string, string])[];
}

export interface AddressPage {
  readonly rows: readonly (AnyRecord & Pick<Address, 'id' | 'ip'>)[];
  /** The cursor of the next page; empty on the last page. */
  readonly next: string;
  /** The number of matching records, if the request asked for the count. */
  readonly total: number;
}

interface PageQuery {
  readonly limit: number;
  readonly after?: string;
  readonly count?: boolean;
  readonly fields?: string;
  readonly and?: AddressQuery['where'];
}

interface Answer {
  readonly data: AddressPage['rows'];
  readonly next?: string;
  readonly total?: number;
}

/** The service sorts and filters the page. @throws ApiError */
export async function addressPage(addressQuery: AddressQuery, page: PageQuery): Promise<AddressPage> {
  const { limit, after, count, fields, and = [] } = page;
  const query = new URLSearchParams([
    ['links', 'false'],
    ['limit', String(limit)],
    ['sort', sortOf(addressQuery.sort)],
    ...(fields ? [['fields', fields]] : []),
    ...(after ? [['after', after]] : []),
    ...(count ? [['count', '1']] : []),
    ...addressQuery.where.map(([name, value]) => [name, value]),
    ...and.map(([name, value]) => [name, value]),
  ]);
  try {
    const { data, next, total } = await send<Answer>('GET', `subnets/${addressQuery.subnet}/addresses/?${query}`);
    return { rows: data, next: next ? cursorIn(next) : '', total: Number(total ?? 0) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { rows: [], next: '', total: 0 };
    throw error;
  }
}

/** Reads all addresses page by page. @throws ApiError */
export async function* idsOf(addressQuery: AddressQuery): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const { rows, next } = await addressPage(addressQuery, { limit: 1000, fields: 'id', ...(after ? { after } : {}) });
    yield rows.map(({ id }) => String(id));
    if (next === '') return;
    after = next;
  }
}

/** Sorts equal values by address. */
const sortOf = (sort: string): string => (sort.endsWith('ip') ? sort : `${sort},ip`);

const cursorIn = (target: string): string => new URL(target, location.origin).searchParams.get('after') ?? '';
