import { unseen } from '../domain/address/address.js';
import { AmbiguousTime } from '../domain/ambiguous-time.js';
import { formatTimestamp, fullTime } from '../domain/scalar-text.js';

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

/**
 * Local hours by UTC hour, cached because lists have many times in few hours. `uneven`: the minutes or seconds of local time and
 * UTC differ in this hour.
 */
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

/** Clears the caches, for tests. A running service never changes its zone. */
export function forgetZone(): void {
  hours.clear();
  storedHours.clear();
}

function formatLocal(utc: string): string {
  const date = new Date(`${utc.replace(' ', 'T')}Z`);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/**
 * Converts a local time to a stored time. In a repeated hour at the end of daylight saving time, the second instant applies.
 * A skipped time moves forward by the skipped interval. A date is its midnight. Invalid values are unchanged.
 */
export function fromServiceZone(value: unknown): unknown {
  return evenTime(value) ?? toUtc(value);
}

/** Like fromServiceZone, for times in hours that occur once; undefined for other times. */
function evenTime(sent: unknown): string | undefined {
  const text = fullTime(sent);
  if (typeof text !== 'string' || !isTime.test(text)) return undefined;
  if (isPlaceholder(text)) return text;
  const hour = text.slice(0, 13);
  const stored = storedHours.get(hour) ?? rememberStoredHour(hour);
  return stored === 'uneven' ? undefined : stored + text.slice(13);
}

const isTime = /^\d{4}-\d\d-\d\d \d\d:[0-5]\d:[0-5]\d$/;

const toUtc = (value: unknown): unknown => instantsOf(value)?.at(-1) ?? value;

const storedHours = new Map<string, string>();

function rememberStoredHour(hour: string): string {
  const ends = ['00:00', '59:59'].map((rest) => instantsOf(`${hour}:${rest}`) ?? []);
  const [first, last] = ends.map((instants) => (instants.length === 1 ? instants[0] : undefined)); // otherwise the record decides
  const utc = first?.slice(0, 13) ?? '';
  const stored = first === `${utc}:00:00` && last === `${utc}:59:59` ? utc : 'uneven';
  if (storedHours.size >= maxHours) storedHours.clear();
  storedHours.set(hour, stored);
  return stored;
}

/** Like fromServiceZone, but returns an AmbiguousTime for a time in a repeated hour. The stored time of the record then decides. */
export function writtenTime(value: unknown): unknown {
  const even = evenTime(value);
  if (even !== undefined) return even;
  const instants = instantsOf(value) ?? [];
  return instants.length > 1 ? new AmbiguousTime(instants) : (instants.at(0) ?? value);
}

/** The instants of a local time, ascending, in the format of records; empty for an invalid time. */
export const instantsInServiceZone = (text: string): readonly string[] => instantsOf(text) ?? [];

function instantsOf(value: unknown): string[] | undefined {
  const time = fullTime(value);
  const text = typeof time === 'string' ? time : '';
  const local = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(local) || textOf(local) !== text || isPlaceholder(text)) return undefined;
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

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

const isPlaceholder = (text: string): boolean => text === unseen || /^(0000|0001|9999)-/.test(text);
