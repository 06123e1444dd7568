import { unseen } from '../domain/address/address.js';
import { AmbiguousTime } from '../domain/ambiguous-time.js';
import { formatTimestamp, fullTime, zonedTimestamp } from '../domain/scalar-text.js';

const millisecondsOfDay = 86_400_000;

/** The service time zone, e.g. Europe/Vienna. */
export const serviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Converts a stored time to the time zone of the process (TZ).
 * @param utc in the format of records; placeholders are unchanged: unseen, and times of the years 0, 1 and 9999
 */
export function inServiceZone(utc: string): string {
  if (isPlaceholder(utc)) return utc;
  const hour = utc.slice(0, 13);
  const shown = hours.get(hour) ?? rememberHour(hour);
  return shown === 'uneven' ? formatLocal(utc) : shown + utc.slice(13);
}

/** Local hours by UTC hour. `uneven`: the minutes or seconds of local time and UTC differ in this hour. */
// perf(address-list): 0.3 us of processor time for a time instead of 1.2; an address has two
const hours = new Map<string, string>();

const maxHours = 10_000;

function rememberHour(hour: string): string {
  const [first, last] = ['00:00', '59:59'].map((rest) => formatLocal(`${hour}:${rest}`));
  const local = first?.slice(0, 13) ?? '';
  const shown = first === `${local}:00:00` && last === `${local}:59:59` ? local : 'uneven';
  if (hours.size >= maxHours) hours.clear();
  hours.set(hour, shown);
  return shown;
}

/** Clears the cache, for tests. A running service never changes its zone. */
export function forgetZone(): void {
  hours.clear();
}

/** Returns a time that does not exist unchanged: imported history may contain one. */
function formatLocal(utc: string): string {
  const time = Date.parse(zonedTimestamp(utc));
  return Number.isNaN(time) ? utc : formatTimestamp(new Date(localTime(time)));
}

/**
 * Converts a local time to a stored time. In a repeated hour at the end of daylight saving time, the second instant applies.
 * A skipped time moves forward by the skipped interval. A date is its midnight. Invalid values are unchanged.
 */
export const fromServiceZone = (value: unknown): unknown => instantsInServiceZone(value).at(-1) ?? value;

/** Like fromServiceZone, but returns an AmbiguousTime for a time in a repeated hour. The stored time of the record then decides. */
export function writtenTime(value: unknown): unknown {
  const instants = instantsInServiceZone(value);
  return instants.length > 1 ? new AmbiguousTime(instants) : (instants.at(0) ?? value);
}

/** The instants of a local time, ascending, in the format of records; empty for an invalid time. */
export function instantsInServiceZone(value: unknown): readonly string[] {
  const time = fullTime(value);
  const text = typeof time === 'string' ? time : '';
  const local = Date.parse(zonedTimestamp(text));
  if (Number.isNaN(local) || textOf(local) !== text || isPlaceholder(text)) return [];
  const before = local - offset(local - millisecondsOfDay);
  const after = local - offset(local + millisecondsOfDay); // no zone changes twice in three days
  const exact = [...new Set([before, after])].filter((time) => localTime(time) === local).sort((a, b) => a - b);
  return (exact.length > 0 ? exact : [before]).map((time) => textOf(time) ?? text);
}

/** The local time at an instant, in milliseconds as if it were UTC. */
function localTime(time: number): number {
  const date = new Date(time);
  const shown = new Date(0);
  shown.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  return shown.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds());
}

const offset = (time: number): number => localTime(time) - time;

function textOf(time: number): string | undefined {
  const text = formatTimestamp(new Date(time));
  return /^\d/.test(text) ? text : undefined;
}

const isPlaceholder = (text: string): boolean => text === unseen || /^(0000|0001|9999)-/.test(text);
