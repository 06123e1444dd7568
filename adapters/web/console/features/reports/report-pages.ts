import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AnyRecord, ApiError, send } from '../../api/client';
import type { Report } from './reports';

export interface ReportPage {
  readonly rows: readonly AnyRecord[];
  /** The cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
}

const pageSize = 100;
const downloadSize = 1000;
const maxPages = 100;

export const reportQuery = (report: Report, days: string) =>
  infiniteQueryOptions({
    queryKey: ['register', 'reports', report.name, days],
    queryFn: ({ pageParam }) => reportPage(report, days, pageParam, pageSize),
    initialPageParam: '',
    getNextPageParam: ({ next }: ReportPage) => next,
  });

export async function allRows(report: Report, days: string): Promise<readonly AnyRecord[]> {
  const rows: AnyRecord[] = [];
  let after: string | undefined = '';
  for (let pages = 0; after !== undefined && pages < maxPages; pages++) {
    const page: ReportPage = await reportPage(report, days, after, downloadSize);
    for (const row of page.rows) rows.push(row);
    after = page.next;
  }
  return rows;
}

async function reportPage(report: Report, days: string, after: string, limit: number): Promise<ReportPage> {
  const query = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}), ...(report.days ? { days } : {}) });
  if (report.rows !== 'rankedNetwork') return listPage(`reports/${report.name}/?links=false&${query}`);
  const { data } = await send<{ data: { networks: readonly AnyRecord[]; next: string | null } }>(
    'GET',
    `reports/${report.name}/?${query}`,
  );
  return { rows: data.networks, next: data.next ?? undefined };
}

async function listPage(path: string): Promise<ReportPage> {
  try {
    const { data, next } = await send<{ data: readonly AnyRecord[]; next?: string }>('GET', path);
    return { rows: data, next: next ? (new URL(next, location.origin).searchParams.get('after') ?? undefined) : undefined };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { rows: [], next: undefined };
    throw error;
  }
}
