import { queryOptions } from '@tanstack/react-query';
import { type AnyRecord, answerOf, api, dataOf, send } from '../../api/client';

export type ResourceRecord = Readonly<Record<string, AnyRecord[string] | readonly (string | number)[]>>;

export const membersQuery = queryOptions({
  queryKey: ['admin', 'members'],
  queryFn: async () => (await answerOf(api.GET('/admin/'))).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export type MemberDescription = Awaited<ReturnType<NonNullable<typeof membersQuery.queryFn>>>[number]['members'][number];

export const resourceQuery = (name: string) =>
  queryOptions({
    queryKey: ['register', 'admin', name],
    queryFn: async () => (await send<{ data: ResourceRecord[] }>('GET', `admin/${name}/`)).data,
  });

export const settingsQuery = queryOptions({
  queryKey: ['register', 'admin', 'settings'],
  queryFn: async () => (await send<{ data: ResourceRecord }>('GET', 'admin/settings/')).data,
});

export const permissionsQuery = queryOptions({
  queryKey: ['register', 'admin', 'permissions'],
  queryFn: () => dataOf(api.GET('/admin/permissions/')),
});

export const historyOfAdministration = (only: 'signIns' | undefined) =>
  queryOptions({
    queryKey: ['register', 'admin', 'history', only],
    queryFn: () => dataOf(api.GET('/admin/history/', { params: { query: { limit: 500, ...(only ? { only } : {}) } } })),
  });

export const tokensQuery = queryOptions({
  queryKey: ['register', 'admin', 'tokens'],
  queryFn: () => dataOf(api.GET('/admin/tokens/')),
});

export const blocksQuery = queryOptions({
  queryKey: ['register', 'admin', 'blocks'],
  queryFn: () => dataOf(api.GET('/admin/blocks/')),
});

export const deliveriesQuery = (name: string) =>
  queryOptions({
    queryKey: ['register', 'admin', 'webhooks', name, 'deliveries'],
    queryFn: () => dataOf(api.GET('/admin/webhooks/{name}/deliveries/', { params: { path: { name } } })),
  });

export const dnsQuery = queryOptions({
  queryKey: ['register', 'admin', 'dns'],
  queryFn: () => dataOf(api.GET('/admin/dns/')),
  refetchInterval: 10_000,
});

export const mailQuery = queryOptions({
  queryKey: ['register', 'admin', 'mail'],
  queryFn: () => dataOf(api.GET('/admin/mail/')),
  refetchInterval: 10_000,
});

export const sendTestMail = (address: string) => dataOf(api.POST('/admin/mail/test/', { body: { address } }));

export const dnsWaitingQuery = queryOptions({
  queryKey: ['register', 'admin', 'dns', 'waiting'],
  queryFn: () => dataOf(api.GET('/admin/dns/waiting/')),
  refetchInterval: 10_000,
});

/** One step of a comparison of the DNS server with the register. @param after cursor; empty for the first step @throws ApiError */
export async function dnsStep(after: string, repairs: boolean) {
  const cursor = after === '' ? {} : { after };
  if (repairs) {
    const step = await dataOf(api.POST('/admin/dns/sync/', { body: cursor }));
    return { ...step, repaired: Number(step.repaired) };
  }
  return { ...(await dataOf(api.GET('/admin/dns/differences/', { params: { query: cursor } }))), repaired: 0 };
}

export const scansQuery = queryOptions({
  queryKey: ['register', 'admin', 'scans'],
  queryFn: () => dataOf(api.GET('/admin/scans/')),
  refetchInterval: 10_000,
});

export const healthQuery = queryOptions({
  queryKey: ['register', 'admin', 'health'],
  queryFn: () => dataOf(api.GET('/admin/health/')),
  refetchInterval: 10_000,
});

export type Token = Awaited<ReturnType<NonNullable<typeof tokensQuery.queryFn>>>[number];
export type Block = Awaited<ReturnType<NonNullable<typeof blocksQuery.queryFn>>>[number];
export type Entry = Awaited<ReturnType<NonNullable<ReturnType<typeof historyOfAdministration>['queryFn']>>>[number];
export type Delivery = Awaited<ReturnType<NonNullable<ReturnType<typeof deliveriesQuery>['queryFn']>>>[number];
export type Waiting = Awaited<ReturnType<NonNullable<typeof dnsWaitingQuery.queryFn>>>[number];
export type DnsDifference = Awaited<ReturnType<typeof dnsStep>>['differences'][number];
export type Scanning = Awaited<ReturnType<NonNullable<typeof scansQuery.queryFn>>>;
export type Healthy = Awaited<ReturnType<NonNullable<typeof healthQuery.queryFn>>>;
