import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AnyRecord, send } from '../../api/client';
import { type ListPage, listPage } from '../../api/lists';
import type { Report } from './reports';

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
