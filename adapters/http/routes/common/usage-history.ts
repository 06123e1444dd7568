import { type HistoryQuery, recentWeeks, type UsageHistory } from '../../../../application/views/usage-histories.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import { type Day, daysAfter, readDay } from '../../../../domain/trends/day.js';
import { type Resolution, resolutions, type UsagePoint } from '../../../../domain/trends/usage-history.js';
import type { ApiRequest } from '../../api-request.js';
import type { MappableCode } from '../../error-mapping.js';
import { listOf, objectOf, ofTypes, ofTypesOrNull, type Schema, value } from '../../openapi/schema.js';
import { RequestError } from '../../request-error.js';
import { countValue, percent } from '../../wire/subnet-facts.js';
import type { WireObject } from '../../wire/wire-value.js';

/** Default period of a history in days. */
const defaultDays = 365;

const day: Schema = { type: 'string', format: 'date', examples: ['2026-01-31'] };

export const historyMembers = {
  from: { ...day, description: `First day, in UTC. The default is ${defaultDays} days before the last one.` },
  until: { ...day, description: 'Last day, in UTC. The default is today.' },
  resolution: {
    description: 'Interval between points: the last one of each day, week or month. The default is day.',
    enum: [...resolutions],
  },
} as const satisfies Readonly<Record<string, Schema>>;

export const errorsInHistory: readonly MappableCode[] = ['usage.day', 'usage.reversed', 'usage.resolution'];

const point = {
  day: { ...day, description: 'Day of the recording, in UTC.' },
  used: value('hostCount', 'Number of used addresses.'),
  freehosts: value('hostCount', 'Number of free addresses.'),
  maxhosts: value('hostCount', 'Number of usable addresses.'),
  used_percent: value('percent'),
};

const forecast: Schema = {
  description:
    'Prediction by the median trend of the last 90 days; null with fewer than 7 points or 14 days, for a flat or falling trend, and beyond ten years.',
  ...objectOf({
    perDay: ofTypes(['number', 'string'], { description: 'Addresses that are added in a day.' }),
    fullInDays: value('integer', 'Days after the last point until no address is free; 0 for a full network.'),
    fullOn: { ...day, description: 'The day on which no address is free.' },
  }),
  type: ['object', 'null'],
};

export const subnetHistory = objectOf({ points: listOf(objectOf(point)), forecast });

export const sectionHistory = objectOf({
  points: listOf(objectOf({ ...point, used6: value('hostCount', 'Number of used IPv6 addresses.') })),
  forecast,
});

export const recentUsage = objectOf({
  id: value('integer', 'ID of the subnet.'),
  percents: {
    description: `Utilization in percent at the end of each of the last ${recentWeeks} weeks with a recording, ascending; null for a week without one.`,
    type: 'array',
    items: ofTypesOrNull(['number', 'string'], {}),
  },
});

/** @throws RequestError usage.day, usage.reversed, usage.resolution */
export function readHistoryQuery(parameters: ApiRequest['parameters'], today: Day): HistoryQuery {
  const until = dayIn(parameters, 'until') ?? today;
  const from = dayIn(parameters, 'from') ?? daysAfter(until, -defaultDays);
  if (from > until) throw new RequestError('usage.reversed');
  const text = scalarText(parameters.resolution) ?? 'day';
  const resolution = resolutions.find((each): each is Resolution => each === text);
  if (!resolution) throw new RequestError('usage.resolution');
  return { from, until, resolution };
}

function dayIn(parameters: ApiRequest['parameters'], name: 'from' | 'until'): Day | undefined {
  const input = parameters[name];
  if (input === undefined || input === '') return undefined;
  const found = readDay(input);
  if (found === undefined || found < '1970') throw new RequestError('usage.day', { name });
  return found;
}

export const printHistory = <P extends UsagePoint>(
  { points, forecast: predicted }: UsageHistory<P>,
  further: (point: P) => WireObject = () => ({}),
): WireObject => ({
  points: points.map((point) => ({ ...printPoint(point), ...further(point) })),
  forecast: predicted ? { ...predicted, perDay: Math.round(predicted.perDay * 1000) / 1000 } : null,
});

const printPoint = ({ day: at, used, size }: UsagePoint): WireObject => ({
  day: at,
  used: countValue(used),
  freehosts: countValue(size > used ? size - used : 0n),
  maxhosts: countValue(size),
  used_percent: usedPercent({ used, size }),
});

/** Limited to 100, because a reduced network may contain fewer addresses than its history counted. */
export const usedPercent = ({ used, size }: Pick<UsagePoint, 'used' | 'size'>): number => Math.min(100, percent(used, size));
