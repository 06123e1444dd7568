import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/client';
import { changesPage } from '../../api/queries';

export type ChangeConditions = Readonly<Record<string, string>>;

/** @param size changes per request */
export function useChanges(conditions: ChangeConditions, size: number) {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', conditions],
    queryFn: ({ pageParam }) => changesPage(pageParam, size, conditions),
    initialPageParam: 'now',
    getNextPageParam: (page) => ('before' in page ? (page.before ?? undefined) : undefined),
  });
  return {
    changes: data?.pages.flatMap((page) => page.changes),
    failure: failureOf({ data, error }),
    again: () => void refetch(),
    older: () => void fetchNextPage(),
    hasOlder: hasNextPage,
    isFetching,
  };
}
