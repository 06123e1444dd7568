import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';

/** The saved views visible to the user: own and shared ones. */
export const viewsQuery = queryOptions({
  queryKey: ['register', 'views'],
  queryFn: () => dataOf(api.GET('/views/')),
});

export type SavedView = Awaited<ReturnType<NonNullable<typeof viewsQuery.queryFn>>>[number];

export const isShared = ({ shared }: SavedView): boolean => Number(shared) === 1;
