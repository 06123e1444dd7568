import { readFileSync } from 'node:fs';

/**
 * Reads the open file limit of this process from /proc/self/limits. Node raises it to the hard limit at start.
 * @returns infinity without a limit; undefined if the system does not report it
 */
export function openFileLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (limit === 'unlimited') return Number.POSITIVE_INFINITY;
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
