import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnyRecord, send } from '../../api/client';
import { type ListPage, listPage, totalOf } from '../../api/lists';
import type { TextKey } from '../../texts/text';

export interface Report {
  readonly name: string;
  readonly titleKey: TextKey;
  readonly helpKey: TextKey;
  readonly rows: 'rankedNetwork' | 'network' | 'address';
  /** The default of the parameter `days`, for reports with one. */
  readonly days?: number;
}

export const reports: readonly Report[] = [
  { name: 'fullest', titleKey: 'report.fullest', helpKey: 'report.fullestHelp', rows: 'rankedNetwork' },
  { name: 'growing', titleKey: 'report.growing', helpKey: 'report.growingHelp', rows: 'rankedNetwork' },
  { name: 'unused', titleKey: 'report.unused', helpKey: 'report.unusedHelp', rows: 'rankedNetwork', days: 365 },
  { name: 'not_seen', titleKey: 'report.notSeen', helpKey: 'report.notSeenHelp', rows: 'address', days: 90 },
  {
    name: 'duplicate_hostnames',
    titleKey: 'report.duplicateHostnames',
    helpKey: 'report.duplicateHostnamesHelp',
    rows: 'address',
  },
  { name: 'duplicate_macs', titleKey: 'report.duplicateMacs', helpKey: 'report.duplicateMacsHelp', rows: 'address' },
  { name: 'without_vlan', titleKey: 'report.withoutVlan', helpKey: 'report.withoutVlanHelp', rows: 'network' },
  { name: 'without_location', titleKey: 'report.withoutLocation', helpKey: 'report.withoutLocationHelp', rows: 'network' },
];

export const isDays = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650;

type ReportPage = Omit<ListPage<AnyRecord>, 'total'>;

const pageSize = 100;
const downloadSize = 1000;
const maxPages = 100;

export const reportQuery = (report: Report, days: string) =>
  infiniteQueryOptions({
    queryKey: ['register', 'reports', report.name, days],
    queryFn: ({ pageParam }) => reportPage(report, days, pageParam, pageSize),
    initialPageParam: '',
    getNextPageParam: ({ next }: ReportPage) => next || undefined,
  });

export async function allRows(report: Report, days: string): Promise<readonly AnyRecord[]> {
  const rows: AnyRecord[] = [];
  let after = '';
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await reportPage(report, days, after, downloadSize);
    for (const row of page.rows) rows.push(row);
    after = page.next;
    if (after === '') break;
  }
  return rows;
}

async function reportPage(report: Report, days: string, after: string, limit: number): Promise<ReportPage> {
  const where = report.days ? [['days', days] as const] : [];
  if (report.rows !== 'rankedNetwork') return listPage(`reports/${report.name}`, { limit, after, where });
  const query = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}), ...Object.fromEntries(where) });
  const { data } = await send<{ data: { networks: readonly AnyRecord[]; next: string | null } }>(
    'GET',
    `reports/${report.name}/?${query}`,
  );
  return { rows: data.networks, next: data.next ?? '' };
}

/** The number of addresses that the user may delete. It is 0 if the user may not delete any address of the report. */
export const unseenQuery = (days: string) =>
  queryOptions({
    queryKey: ['register', 'reports', 'not_seen', days, 'total'],
    queryFn: () => totalOf('reports/not_seen', [['days', days]]),
  });
