import type { Change, HistoryObject, PlainValue } from '../changes/change.js';
import { boundedFacts } from './facts.js';
import type { NoticeEvent, NoticeFacts } from './notice.js';

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
