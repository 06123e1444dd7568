import { unseen } from '../domain/address/address.js';
import { AmbiguousTime } from '../domain/ambiguous-time.js';
import { formatTimestamp, wholeTime } from '../domain/scalar-text.js';

const millisecondsOfDay = 86_400_000;

/** E.g. Europe/Vienna. */
export const serviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Converts a stored time to the time zone of the service's process (TZ).
 * @param utc in the time format of records; placeholders stay unchanged: unseen, and times of the years 0, 1 and 9999
 */
export function inServiceZone(utc: string): string {
  if (isPlaceholder(utc)) return utc;
  const hour = utc.slice(0, 13);
  const shown = hours.get(hour) ?? rememberHour(hour);
  return shown === 'uneven' ? formatLocal(utc) : shown + utc.slice(13);
}

/** Hours in the zone by hours in UTC, if minutes and seconds are equal. Lists have many times in few hours. */
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

/** Clears the caches, for tests; a running service never changes its zone. */
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
 * Converts a time of the service's zone to a stored time. In a repeated hour, when clocks go back, the second time is meant; a
 * time that clocks skip is moved forward by the skipped interval. A date is its midnight. Invalid values are returned unchanged.
 */
export function fromServiceZone(given: unknown): unknown {
  return evenTime(given) ?? toUtc(given);
}

/** As fromServiceZone, for times in hours that occur once; undefined for others. */
function evenTime(sent: unknown): string | undefined {
  const given = wholeTime(sent);
  if (typeof given !== 'string' || !isTime.test(given)) return undefined;
  if (isPlaceholder(given)) return given;
  const hour = given.slice(0, 13);
  const stored = storedHours.get(hour) ?? rememberStoredHour(hour);
  return stored === 'uneven' ? undefined : stored + given.slice(13);
}

const isTime = /^\d{4}-\d\d-\d\d \d\d:[0-5]\d:[0-5]\d$/;

const toUtc = (given: unknown): unknown => instantsOf(given)?.at(-1) ?? given;

const storedHours = new Map<string, string>();

function rememberStoredHour(hour: string): string {
  const ends = ['00:00', '59:59'].map((rest) => instantsOf(`${hour}:${rest}`) ?? []);
  const [first, last] = ends.map((instants) => (instants.length === 1 ? instants[0] : undefined)); // else the record decides
  const utc = first?.slice(0, 13) ?? '';
  const stored = first === `${utc}:00:00` && last === `${utc}:59:59` ? utc : 'uneven';
  if (storedHours.size >= maxHours) storedHours.clear();
  storedHours.set(hour, stored);
  return stored;
}

/** Like fromServiceZone, but for a time in a repeated hour, the record decides between both instants. */
export function writtenTime(given: unknown): unknown {
  const even = evenTime(given);
  if (even !== undefined) return even;
  const instants = instantsOf(given) ?? [];
  return instants.length > 1 ? new AmbiguousTime(instants) : (instants.at(0) ?? given);
}

/** The instants of a time in the service's zone, ascending, in the format of records; none for an invalid time. */
export const instantsInServiceZone = (given: string): readonly string[] => instantsOf(given) ?? [];

/** As instantsInServiceZone; undefined for an invalid time. */
function instantsOf(given: unknown): string[] | undefined {
  const whole = wholeTime(given);
  const text = typeof whole === 'string' ? whole : '';
  const local = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(local) || textOf(local) !== text || isPlaceholder(text)) return undefined;
  const before = local - offset(local - millisecondsOfDay);
  const after = local - offset(local + millisecondsOfDay); // no zone changes twice in three days
  const exact = [...new Set([before, after])].filter((time) => localTime(time) === local).sort((a, b) => a - b);
  return (exact.length > 0 ? exact : [before]).map((time) => textOf(time) ?? text);
}

/** The zone's clock at a time, in milliseconds as if it were UTC. */
function localTime(time: number): number {
  const date = new Date(time);
  const shown = new Date(0);
  shown.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  return shown.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds());
}

const offset = (time: number): number => localTime(time) - time;

/** @returns undefined beyond the year 9999 */
function textOf(time: number): string | undefined {
  const text = formatTimestamp(new Date(time));
  return /^\d/.test(text) ? text : undefined;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

const isPlaceholder = (text: string): boolean => text === unseen || /^(0000|0001|9999)-/.test(text);
