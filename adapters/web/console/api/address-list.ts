import { type Address, type AnyRecord, ApiError, send } from './client';

/** What is wanted of the addresses of a subnet. */
export interface AddressQuery {
  readonly subnet: number;
  /** The field to sort by, behind a minus for the other way round. */
  readonly sort: string;
  /** Conditions, each as the name of a parameter and its value. */
  readonly where: readonly (readonly [string, string])[];
}

/** A part of a list. */
export interface AddressPage {
  readonly rows: readonly (AnyRecord & Pick<Address, 'id' | 'ip'>)[];
  /** Where the list goes on; empty at its end. */
  readonly next: string;
  /** How many records the whole list has, where that was asked for. */
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

/** Reads a part of the addresses of a subnet, sorted and filtered by the service. @throws ApiError */
export async function addressPage(wish: AddressQuery, page: PageQuery): Promise<AddressPage> {
  const { limit, after, count, fields, and = [] } = page;
  const query = new URLSearchParams([
    ['links', 'false'],
    ['limit', String(limit)],
    ['sort', sortOf(wish.sort)],
    ...(fields ? [['fields', fields]] : []),
    ...(after ? [['after', after]] : []),
    ...(count ? [['count', '1']] : []),
    ...wish.where.map(([name, value]) => [name, value]),
    ...and.map(([name, value]) => [name, value]),
  ]);
  try {
    const { data, next, total } = await send<Answer>('GET', `subnets/${wish.subnet}/addresses/?${query}`);
    return { rows: data, next: next ? cursorIn(next) : '', total: Number(total ?? 0) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { rows: [], next: '', total: 0 };
    throw error;
  }
}

/** Ids of all that a wish means, page by page. @throws ApiError */
export async function* idsOf(wish: AddressQuery): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const { rows, next } = await addressPage(wish, { limit: 1000, fields: 'id', ...(after ? { after } : {}) });
    yield rows.map(({ id }) => String(id));
    if (next === '') return;
    after = next;
  }
}

/** What has the same value is in the order of the addresses. */
const sortOf = (sort: string): string => (sort.endsWith('ip') ? sort : `${sort},ip`);

const cursorIn = (target: string): string => new URL(target, location.origin).searchParams.get('after') ?? '';
