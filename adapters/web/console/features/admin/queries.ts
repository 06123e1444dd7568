import { queryOptions } from '@tanstack/react-query';
import { type AnyRecord, answerOf, api, type DataOf, dataOf, send } from '../../api/client';

export type ResourceRecord = Readonly<Record<string, AnyRecord[string] | readonly (string | number)[]>>;

export const membersQuery = queryOptions({
  queryKey: ['admin', 'members'],
  queryFn: async () => (await answerOf(api.GET('/admin/'))).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param key the parts of the key, after those of all queries of the administration */
const query = <Data>(
  key: readonly (string | undefined)[],
  queryFn: () => Promise<Data>,
  further: { readonly refetchInterval?: number } = {},
) => queryOptions({ queryKey: ['register', 'admin', ...key], queryFn, ...further });

const watched = { refetchInterval: 10_000 };

const read = async <Data>(path: string): Promise<Data> => (await send<{ data: Data }>('GET', `admin/${path}/`)).data;

export const resourceQuery = (name: string) => query([name], () => read<ResourceRecord[]>(name));
export const settingsQuery = query(['settings'], () => read<ResourceRecord>('settings'));
export const permissionsQuery = query(['permissions'], () => dataOf(api.GET('/admin/permissions/')));
export const tokensQuery = query(['tokens'], () => dataOf(api.GET('/admin/tokens/')));
export const blocksQuery = query(['blocks'], () => dataOf(api.GET('/admin/blocks/')));

export const historyOfAdministration = (only: 'signIns' | undefined) =>
  query(['history', only], () =>
    dataOf(api.GET('/admin/history/', { params: { query: { limit: 500, ...(only ? { only } : {}) } } })),
  );

export const deliveriesQuery = (name: string) =>
  query(['webhooks', name, 'deliveries'], () =>
    dataOf(api.GET('/admin/webhooks/{name}/deliveries/', { params: { path: { name } } })),
  );

export const dnsQuery = query(['dns'], () => dataOf(api.GET('/admin/dns/')), watched);
export const dnsWaitingQuery = query(['dns', 'waiting'], () => dataOf(api.GET('/admin/dns/waiting/')), watched);
export const mailQuery = query(['mail'], () => dataOf(api.GET('/admin/mail/')), watched);
export const scansQuery = query(['scans'], () => dataOf(api.GET('/admin/scans/')), watched);
export const healthQuery = query(['health'], () => dataOf(api.GET('/admin/health/')), watched);

/** One step of a comparison of the DNS server with the register. @param after cursor; empty for the first step @throws ApiError */
export async function dnsStep(after: string, repairs: boolean) {
  const cursor = after === '' ? {} : { after };
  if (repairs) {
    const step = await dataOf(api.POST('/admin/dns/sync/', { body: cursor }));
    return { ...step, repaired: Number(step.repaired) };
  }
  return { ...(await dataOf(api.GET('/admin/dns/differences/', { params: { query: cursor } }))), repaired: 0 };
}

export type MemberDescription = DataOf<typeof membersQuery>[number]['members'][number];
export type Token = DataOf<typeof tokensQuery>[number];
export type Block = DataOf<typeof blocksQuery>[number];
export type Entry = DataOf<ReturnType<typeof historyOfAdministration>>[number];
export type Delivery = DataOf<ReturnType<typeof deliveriesQuery>>[number];
export type Waiting = DataOf<typeof dnsWaitingQuery>[number];
export type DnsDifference = Awaited<ReturnType<typeof dnsStep>>['differences'][number];
export type Scanning = DataOf<typeof scansQuery>;
export type Healthy = DataOf<typeof healthQuery>;
