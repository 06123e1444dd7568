import { readFileSync } from 'node:fs';

/**
 * The limit of open files of this process, from /proc/self/limits; infinite where there is none. Node has raised it to the hard
 * limit.
 * @returns undefined where the system does not say it
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
