/** A number of addresses for people: 254, 65,536, 1.2M, 2⁶⁴. */
export function count(text: string | number | bigint | null | undefined): string {
  const value = BigInt(text ?? 0);
  if (value < 1_000_000n) return Number(value).toLocaleString('en');
  if (value < 10n ** 15n) return Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(Number(value));
  const bits = value.toString(2).length - 1;
  if (value === 2n ** BigInt(bits)) return powerOfTwo(bits);
  const isNearer = value > 3n * 2n ** BigInt(bits - 1);
  return `≈ ${powerOfTwo(isNearer ? bits + 1 : bits)}`;
}

const powerOfTwo = (bits: number): string => `2${[...String(bits)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;

/** A number of things with their name: 1 address, 2 addresses. */
export const counted = (number: number, one: string, many = `${one}s`): string => `${count(number)} ${number === 1 ? one : many}`;

/** What is told of the smallest share that is one. */
const minShare = 1e-6;

/** A share of a whole from 0 to 1. */
export function share(part: string | number | bigint, whole: string | number | bigint): number {
  const size = BigInt(whole);
  if (size === 0n || BigInt(part) === 0n) return 0;
  return Math.max(minShare, Number((BigInt(part) * 100_000n) / size) / 100_000);
}

/** A share in percent for people. */
export function percent(value: number): string {
  if (value > 0 && value < 0.001) return '< 0.1 %';
  if (value > 0.995 && value < 1) return '> 99 %';
  return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
}

/** How far away a moment is, for people. */
export function ago(moment: number, now = Date.now()): string {
  const seconds = Math.round((now - moment) / 1000);
  const sizes = { second: 1, minute: 60, hour: 3600, day: 86_400, month: 86_400 * 30, year: 86_400 * 365 } as const;
  const steps: readonly (readonly [number, keyof typeof sizes])[] = [
    [60, 'second'],
    [3600, 'minute'],
    [86_400, 'hour'],
    [86_400 * 30, 'day'],
    [86_400 * 365, 'month'],
    [Number.POSITIVE_INFINITY, 'year'],
  ];
  const [, unit] = steps.find(([limit]) => Math.abs(seconds) < limit) ?? [0, 'year' as const];
  const size = sizes[unit];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.trunc(seconds / size), unit);
}

/** How long it is until a moment, in few signs: 9 min, 3 h, 12 d. */
export function until(moment: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((moment - now) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
