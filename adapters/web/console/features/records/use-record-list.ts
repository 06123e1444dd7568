import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AnyRecord, failureOf } from '../../api/client';
import { isListed, type KindDescription } from '../../api/kinds';
import { allOf, listPage } from '../../api/lists';
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

/** Records per request. */
const together = 500;

function usePaged({ path }: KindDescription, where: readonly Filter[], sort: string, enabled: boolean): RecordList {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['register', 'paged', path, sort, ...where.flat()],
    queryFn: ({ pageParam: after }) => listPage(path, { limit: together, after, count: true, where: [['sort', sort], ...where] }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    enabled,
  });
  return {
    records: data?.pages.flatMap(({ rows }) => rows),
    total: data?.pages[0]?.total,
    failure: failureOf({ data, error }),
    retry: () => void refetch(),
    more: hasNextPage ? () => (isFetching ? undefined : void fetchNextPage()) : undefined,
  };
}
