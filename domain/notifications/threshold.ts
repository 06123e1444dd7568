import type { Usage } from '../subnet/usage.js';

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
