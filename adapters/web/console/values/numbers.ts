import { formatLocale } from '../texts/language';

/** Formats a number of addresses: 254, 65,536, 1.2M, 2⁶⁴. */
export function count(text: string | number | bigint | null | undefined): string {
  const value = BigInt(text ?? 0);
  if (value < 1_000_000n) return whole(Number(value));
  if (value < 10n ** 15n)
    return Intl.NumberFormat(formatLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(Number(value));
  const bits = value.toString(2).length - 1;
  if (value === 2n ** BigInt(bits)) return powerOfTwo(bits);
  const isNearer = value > 3n * 2n ** BigInt(bits - 1);
  return `≈ ${powerOfTwo(isNearer ? bits + 1 : bits)}`;
}

/** Formats all digits: 1,234,567. */
export const whole = (value: number): string => value.toLocaleString(formatLocale());

const powerOfTwo = (bits: number): string => `2${[...String(bits)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;

/** The smallest nonzero share that is displayed. */
const minShare = 1e-6;

/** Returns `chunk` divided by `total`. The result is 0 if one of them is 0, otherwise at least `minShare`. */
export function share(chunk: string | number | bigint, total: string | number | bigint): number {
  const size = BigInt(total);
  if (size === 0n || BigInt(chunk) === 0n) return 0;
  return Math.max(minShare, Number((BigInt(chunk) * 100_000n) / size) / 100_000);
}

export function percent(value: number): string {
  if (value > 0 && value < 0.001) return `< ${inPercent(0.001, 1)}`;
  if (value > 0.995 && value < 1) return `> ${inPercent(0.99, 0)}`;
  return inPercent(value, value > 0 && value < 0.1 ? 1 : 0);
}

const inPercent = (value: number, digits: number): string =>
  value.toLocaleString(formatLocale(), { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

const unitsToDays = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const units = [['year', 86_400 * 365], ['month', 86_400 * 30], ...unitsToDays] as const;

/** Formats the time between now and an instant: 3 hours ago, in 2 days. */
export function ago(instant: number, now = Date.now()): string {
  const seconds = Math.round((now - instant) / 1000);
  const format = new Intl.RelativeTimeFormat(formatLocale(), { numeric: 'auto' });
  if (seconds < 0) {
    const { value, unit } = rounded(-seconds);
    return format.format(value, unit);
  }
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return format.format(-Math.trunc(seconds / size), unit);
}

/** Formats the time until an instant in one unit: 9 min, 3 hr, 12 days. */
export function until(instant: number, now = Date.now()): string {
  const { value, unit } = rounded(Math.max(0, Math.round((instant - now) / 1000)));
  return inUnit(value, unit);
}

/** A remaining time in one unit up to days, rounded. Just below a unit counts as the unit: 23:59:59 is a day. */
function rounded(seconds: number): { readonly value: number; readonly unit: Unit } {
  const [unit, size] = unitsToDays.find(([, each]) => seconds * 1.01 >= each) ?? ['second', 1];
  return { value: Math.round(seconds / size), unit };
}

type Unit = (typeof unitsToDays)[number][0];

export const inUnit = (value: number, unit: Unit, unitDisplay: 'short' | 'long' = 'short'): string =>
  value.toLocaleString(formatLocale(), { style: 'unit', unit, unitDisplay });

/** Formats a duration in its two largest units, up to days: 3 days 4 hr. */
export function duration(seconds: number): string {
  let rest = Math.floor(seconds);
  const texts: string[] = [];
  for (const [unit, size] of unitsToDays) {
    const value = Math.floor(rest / size);
    rest -= value * size;
    if (value > 0) texts.push(inUnit(value, unit));
  }
  return texts.slice(0, 2).join(' ') || inUnit(0, 'second');
}
