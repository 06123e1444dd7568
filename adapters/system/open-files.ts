import { readFileSync } from 'node:fs';

/**
 * Returns the open file limit of this process from /proc/self/limits, or infinity without a limit. Node has raised it to the hard
 * limit.
 * @returns undefined if the system does not report it
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
