import { type AnyRecord, ApiError, send } from './client';
import { plainLocation } from './plain-location';

/** Records per request. */
const together = 1000;

interface Page {
  readonly data: readonly AnyRecord[];
  readonly next?: string;
}

/** @param where filter and sort parameters @throws ApiError */
export async function allOf(path: string, where: readonly (readonly [string, string])[] = []): Promise<readonly AnyRecord[]> {
  const all: AnyRecord[] = [];
  for (let after = ''; ; ) {
    const { data, next } = await pageOf(path, after, where);
    for (const record of data) all.push(plainLocation(record));
    if (!next) return all;
    after = new URL(next, location.origin).searchParams.get('after') ?? '';
  }
}

async function pageOf(path: string, after: string, where: readonly (readonly [string, string])[]): Promise<Page> {
  const query = new URLSearchParams([
    ['links', 'false'],
    ['limit', String(together)],
    ...(after ? [['after', after]] : []),
    ...where.map(([name, value]) => [name, value]),
  ]);
  try {
    return await send<Page>('GET', `${path}/?${query}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { data: [] };
    throw error;
  }
}
