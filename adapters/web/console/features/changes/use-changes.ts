import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/client';
import { changesPage } from '../../api/queries';

export type ChangeConditions = Readonly<Record<string, string>>;

export function useChanges(conditions: ChangeConditions) {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', conditions],
    queryFn: ({ pageParam }) => changesPage(pageParam, 60, conditions),
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
