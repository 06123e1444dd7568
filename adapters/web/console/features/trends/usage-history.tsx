import { SegmentedControl, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api, type DataOf, dataOf } from '../../api/client';
import { t } from '../../texts/text';
import { Empty, Loading, Ready } from '../../ui/page/page';
import { count, percent } from '../../values/numbers';
import { daysAgo, localDay } from '../../values/time';

interface HistoryOwner {
  readonly of: 'subnets' | 'sections';
  readonly id: number;
}

/** @param from first day: YYYY-MM-DD */
const historyQuery = ({ of, id }: HistoryOwner, from: string) =>
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

type History = DataOf<ReturnType<typeof historyQuery>>;
type HistoryPoint = History['points'][number];
type UsageForecast = NonNullable<History['forecast']>;

/** The chart library is loaded with the first history. */
const LineChart = lazy(() => import('./line-chart').then((module) => ({ default: module.LineChart })));

const periods = { quarter: 92, year: 366, all: 3660 } as const;
type Period = keyof typeof periods;

export function UsageHistory({ owner }: { owner: HistoryOwner }) {
  const [period, setPeriod] = useState<Period>('quarter');
  const history = useQuery(historyQuery(owner, daysAgo(periods[period])));
  return (
    <div className="trend">
      <SegmentedControl
        size="xs"
        aria-label={t('trend.period')}
        value={period}
        onChange={(value) => setPeriod(value)}
        data={[
          { value: 'quarter', label: t('trend.quarter') },
          { value: 'year', label: t('trend.year') },
          { value: 'all', label: t('trend.all') },
        ]}
      />
      <Ready of={history} lines={6}>
        {(data) => <Drawn history={data} />}
      </Ready>
    </div>
  );
}

function Drawn({ history: { points, forecast } }: { history: History }) {
  const last = points.at(-1);
  const drawn = useMemo(() => points.map(({ day, used }) => ({ day, used: Number(used) })), [points]);
  const end = useMemo(() => forecastEnd(points, forecast ?? undefined), [points, forecast]);
  if (!last) return <Empty title={t('trend.none')}>{t('trend.noneHelp')}</Empty>;
  const words = forecastText(forecast ?? undefined);
  return (
    <>
      <Text size="sm" role="status">
        {words}
      </Text>
      <Suspense fallback={<Loading lines={6} />}>
        <LineChart
          points={drawn}
          size={Number(last.maxhosts)}
          forecast={end}
          label={t('trend.summary', {
            from: localDay(points[0]?.day ?? last.day),
            until: localDay(last.day),
            used: count(last.used),
            size: count(last.maxhosts),
            forecast: words,
          })}
        />
      </Suspense>
      <Values points={points} />
    </>
  );
}

/**
 * Returns the end of the dashed line: the day when the network is full. The line is at most as long as the history, or 30 days if
 * the history is shorter. Undefined without a forecast, and for a full network.
 */
function forecastEnd(points: readonly HistoryPoint[], forecast: UsageForecast | undefined) {
  const [first, last] = [points[0], points.at(-1)];
  if (!forecast || !first || !last) return undefined;
  const [days, perDay] = [Number(forecast.fullInDays), Number(forecast.perDay)];
  if (days === 0) return undefined;
  const back = (Date.parse(last.day) - Date.parse(first.day)) / 86_400_000;
  const shown = Math.min(days, Math.max(30, back));
  const day = new Date(Date.parse(last.day) + shown * 86_400_000).toISOString().slice(0, 10);
  const used = shown === days ? Number(last.maxhosts) : Math.min(Number(last.maxhosts), Number(last.used) + perDay * shown);
  return { day, used };
}

function forecastText(forecast: UsageForecast | undefined): string {
  if (!forecast) return t('trend.noForecast');
  const days = Number(forecast.fullInDays);
  return days === 0 ? t('trend.full') : t('trend.fullIn', { n: days, day: localDay(forecast.fullOn) });
}

const Values = ({ points }: { points: readonly HistoryPoint[] }) => (
  <details className="trend-values">
    <summary>{t('trend.table')}</summary>
    <div className="scroller">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('trend.day')}</th>
            <th scope="col">{t('trend.used')}</th>
            <th scope="col">{t('trend.size')}</th>
            <th scope="col">{t('trend.percent')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, used, maxhosts, used_percent: share }) => (
            <tr key={day}>
              <th scope="row">{localDay(day)}</th>
              <td>{count(used)}</td>
              <td>{count(maxhosts)}</td>
              <td>{percent(Number(share) / 100)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

const [width, height, edge] = [84, 20, 2];

/** @param percents oldest first; null without a recording */
export function Sparkline({ percents }: { percents: readonly (number | null)[] }) {
  const known = percents.filter((each) => each !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = (width - 2 * edge) / Math.max(1, percents.length - 1);
  const points = percents.flatMap((each, index) =>
    each === null ? [] : [`${edge + index * step},${height - edge - (each / 100) * (height - 2 * edge)}`],
  );
  const end = points.at(-1)?.split(',') ?? [];
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      role="img"
      aria-label={t('trend.sparkline', { from: percent(first / 100), to: percent(last / 100) })}
    >
      <title>{t('trend.sparkline', { from: percent(first / 100), to: percent(last / 100) })}</title>
      <polyline points={points.join(' ')} />
      <circle cx={end[0]} cy={end[1]} r={2} />
    </svg>
  );
}
