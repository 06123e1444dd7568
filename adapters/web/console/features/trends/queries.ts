import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';

export interface HistoryOwner {
  readonly of: 'subnets' | 'sections';
  readonly id: number;
}

/** @param from first day: YYYY-MM-DD */
export const historyQuery = ({ of, id }: HistoryOwner, from: string) =>
  queryOptions({
    queryKey: ['register', of, id, 'usage history', from],
    queryFn: () =>
      of === 'subnets'
        ? dataOf(api.GET('/subnets/{id}/usage/history/', { params: { path: { id }, query: { from } } }))
        : dataOf(api.GET('/sections/{section}/usage/history/', { params: { path: { section: String(id) }, query: { from } } })),
  });

/** Reads the recent utilization in percent of all networks of a section, by id, with one request. */
export const recentUsageQuery = (section: number) =>
  queryOptions({
    queryKey: ['register', 'sections', section, 'recent usage'],
    queryFn: async () => {
      const data = await dataOf(
        api.GET('/sections/{section}/usage/networks/', { params: { path: { section: String(section) } } }),
      );
      return new Map(
        (data ?? []).map(
          ({ id, percents }) => [String(id), percents.map((each) => (each === null ? null : Number(each)))] as const,
        ),
      );
    },
    staleTime: 300_000,
  });

export type History = Awaited<ReturnType<NonNullable<ReturnType<typeof historyQuery>['queryFn']>>>;
export type HistoryPoint = History['points'][number];
export type UsageForecast = NonNullable<History['forecast']>;
