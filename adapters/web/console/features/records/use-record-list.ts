import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AnyRecord, failureOf, send } from '../../api/client';
import { isListed, type KindDescription } from '../../api/kinds';
import { allOf } from '../../api/pages';
import { plainLocation } from '../../api/plain-location';
import { recordsQuery } from '../../api/queries';
import type { Filter } from './conditions';

export interface RecordList {
  readonly records: readonly AnyRecord[] | undefined;
  /** The number of records that meet the conditions; undefined while it is unknown. */
  readonly total: number | undefined;
  readonly failure: Error | undefined;
  readonly retry: () => void;
  /** Reads the next page; undefined if there is none. */
  readonly more: (() => void) | undefined;
}

/** Subnets and addresses are read page by page. */
export const isReadWhole = (kind: KindDescription): boolean => isListed(kind);

/** @param where API conditions @param sort API order, for kinds that are read page by page */
export function useRecordList(kind: KindDescription, where: readonly Filter[], sort: string): RecordList {
  const isWhole = isReadWhole(kind);
  const whole = useWhole(kind, where, isWhole);
  const paged = usePaged(kind, where, sort, !isWhole);
  return isWhole ? whole : paged;
}

function useWhole({ path }: KindDescription, where: readonly Filter[], enabled: boolean): RecordList {
  const query = where.length === 0 ? recordsQuery(path) : filteredQuery(path, where);
  const { data, error, refetch } = useQuery({ ...query, enabled });
  return {
    records: data,
    total: data?.length,
    failure: failureOf({ data, error }),
    retry: () => void refetch(),
    more: undefined,
  };
}

const filteredQuery = (path: string, where: readonly Filter[]) => ({
  queryKey: ['register', 'records', path, 'where', ...where.flat()],
  queryFn: () => allOf(path, where),
});

interface Page {
  readonly data: readonly AnyRecord[];
  readonly total?: number;
  readonly next?: string;
}

/** Records per request. */
const together = 500;

function usePaged({ path }: KindDescription, where: readonly Filter[], sort: string, enabled: boolean): RecordList {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['register', 'paged', path, sort, ...where.flat()],
    queryFn: ({ pageParam }) => send<Page>('GET', `${path}/?${pageQuery(where, sort, pageParam)}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next ? (new URL(next, location.origin).searchParams.get('after') ?? undefined) : undefined),
    enabled,
  });
  const records = data?.pages.flatMap((page) => page.data.map(plainLocation));
  return {
    records,
    total: data && Number(data.pages[0]?.total ?? 0),
    failure: failureOf({ data, error }),
    retry: () => void refetch(),
    more: hasNextPage ? () => (isFetching ? undefined : void fetchNextPage()) : undefined,
  };
}

function pageQuery(where: readonly Filter[], sort: string, after: string): URLSearchParams {
  return new URLSearchParams([
    ['links', 'false'],
    ['limit', String(together)],
    ['count', '1'],
    ['sort', sort],
    ...where.map(([name, value]) => [name, value]),
    ...(after ? [['after', after]] : []),
  ]);
}
