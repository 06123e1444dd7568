import type { Usage } from '../subnet/usage.js';

/** Used addresses in percent, rounded down. 0 for a network without usable addresses. */
export const percentUsed = ({ used, size }: Pick<Usage, 'used' | 'size'>): number =>
  size === 0n ? 0 : Number((used * 100n) / size);

/** Whether usage has reached a threshold in percent. 0 means no threshold. Exact for networks of any size. */
export const isAboveThreshold = ({ used, size }: Pick<Usage, 'used' | 'size'>, threshold: number | null): boolean =>
  threshold !== null && threshold > 0 && size > 0n && used * 100n >= size * BigInt(threshold);

/** The crossing of a threshold; undefined if there is none. @param wasAbove state after the last crossing */
export function crossingOf(wasAbove: boolean, isAbove: boolean): 'risen' | 'fallen' | undefined {
  if (wasAbove === isAbove) return undefined;
  return isAbove ? 'risen' : 'fallen';
}
