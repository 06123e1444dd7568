import { queryOptions } from '@tanstack/react-query';
import { type AnyRecord, listAt } from '../../api/client';
import { totalOf } from '../../api/lists';
import { t } from '../../texts/text';

export const requestStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

export const asRequestState = (value: unknown): RequestState | 'all' | undefined =>
  value === 'all' ? value : requestStates.find((state) => state === value);

const maxShown = 500;

export const requestsQuery = (state: RequestState | 'all') =>
  queryOptions({
    queryKey: ['register', 'requests', state],
    queryFn: () => {
      const filter = state === 'all' ? '' : `&filter[state]=${state}`;
      return listAt(`requests/?links=false&sort=-id&limit=${maxShown}${filter}`);
    },
  });

/** Refresh interval of the count in the navigation, in milliseconds. Hidden pages do not refresh. */
const countIntervalMs = 60_000;

export const openRequestsQuery = queryOptions({
  queryKey: ['register', 'requests', 'count'],
  queryFn: () => totalOf('requests', [['filter[state]', 'open']]),
  staleTime: countIntervalMs / 2,
  refetchInterval: countIntervalMs,
});

export const subnetsOfRequestsQuery = (requests: readonly AnyRecord[]) => {
  const ids = [...new Set(requests.map(({ subnetId }) => Number(subnetId)))].sort((a, b) => a - b);
  return queryOptions({
    queryKey: ['register', 'requests', 'subnets', ids.join()],
    queryFn: async () => {
      const subnets = ids.length === 0 ? [] : await listAt(`subnets/?links=false&limit=${maxShown}&filter[id][in]=${ids.join()}`);
      return new Map(subnets.map((subnet) => [Number(subnet.id), subnet]));
    },
  });
};

/** The allocated, held or specified addresses, otherwise their number or the size of the network. */
export function requestedSpace({ ip_addr: ip, count, mask, results }: AnyRecord): string {
  if (results) return String(results).replaceAll(';', ', ');
  const number = Number(count ?? 1);
  if (mask !== null && mask !== undefined) return ip ? `${ip}/${mask}` : t('request.anyNetwork', { mask });
  if (ip) return number > 1 ? t('request.from', { ip, n: number }) : String(ip);
  return t('request.anyAddress', { n: number });
}
