import type { Change, HistoryObject, PlainValue } from '../changes/change.js';
import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';
import type { Usage } from '../subnet/usage.js';
import { boundedFacts, type NoticeEvent, type NoticeFacts } from './notice.js';

/** Events found by periodic checks. Each event has a change log entry with the action `alarm`. */
export const alarmEvents = [
  'thresholdRisen',
  'thresholdFallen',
  'fullSoon',
  'holdEnds',
  'keyEnds',
  'backupFailed',
  'backupLate',
] as const satisfies readonly NoticeEvent[];
export type AlarmEvent = (typeof alarmEvents)[number];

/** `facts` are the values of the message. */
export interface Alarm {
  readonly event: AlarmEvent;
  readonly object: HistoryObject;
  readonly objectId: number;
  readonly objectName?: string;
  readonly subnetId?: number;
  readonly facts: NoticeFacts;
}

/** The record of the object does not change; `after` contains the event and its values. */
export function changeOfAlarm({ event, facts: alarmFacts, ...alarm }: Alarm): Change {
  const facts = boundedFacts(alarmFacts);
  return {
    ...alarm,
    action: 'alarm',
    differences: [`[alarm]: ${event}`, ...Object.entries(facts).map(([name, value]) => `[${name}]: ${value}`)],
    before: null,
    after: { alarm: event, ...facts },
  };
}

export function alarmIn({ action, after }: Pick<Change, 'action' | 'after'>): Pick<Alarm, 'event' | 'facts'> | undefined {
  if (action !== 'alarm' || !after) return undefined;
  const { alarm, ...values } = after;
  const event = alarmEvents.find((known) => known === alarm);
  const isFact = (pair: [string, PlainValue]): pair is [string, string | number] => ['string', 'number'].includes(typeof pair[1]);
  return event && { event, facts: Object.fromEntries(Object.entries(values).filter(isFact)) };
}

/** Rounded down. 0 for a network without usable addresses. */
export const percentUsed = ({ used, size }: Pick<Usage, 'used' | 'size'>): number =>
  size === 0n ? 0 : Number((used * 100n) / size);

/** Exact for networks of any size. @param threshold in percent; 0 means no threshold */
export const isAboveThreshold = ({ used, size }: Pick<Usage, 'used' | 'size'>, threshold: number | null): boolean =>
  threshold !== null && threshold > 0 && size > 0n && used * 100n >= size * BigInt(threshold);

/** @param wasAbove state after the last crossing */
export function crossingOf(wasAbove: boolean, isAbove: boolean): 'risen' | 'fallen' | undefined {
  if (wasAbove === isAbove) return undefined;
  return isAbove ? 'risen' : 'fallen';
}

export const alarmFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service checks thresholds, forecasts and expiries, and records alarms.' },
  forecastDays: {
    ...{ type: 'integer', min: 0, max: 3650, default: 30 },
    meaning: 'Number of days: an alarm is recorded for networks that will be full within this time; 0: never.',
  },
  keyDays: {
    ...{ type: 'integer', min: 0, max: 365, default: 14 },
    meaning: 'Number of days: an alarm is recorded for keys that expire within this time; 0: never.',
  },
  holdMinutes: {
    ...{ type: 'integer', min: 0, max: 10080, default: 0 },
    meaning: 'Number of minutes: an alarm is recorded for holds that expire within this time; 0: never.',
  },
});

export type AlarmSettings = AdministeredValues<typeof alarmFields>;
