import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';

/** Own and shared views. */
export const viewsQuery = queryOptions({
  queryKey: ['register', 'views'],
  queryFn: () => dataOf(api.GET('/views/')),
});

export type SavedView = Awaited<ReturnType<NonNullable<typeof viewsQuery.queryFn>>>[number];

export const isShared = ({ shared }: SavedView): boolean => Number(shared) === 1;
