/** The shortest and the longest pause between attempts, in milliseconds. */
const shortest = 1000;
const longest = 15 * 60_000;

/**
 * How long to wait after some failures in a row: twice as long each time, up to a quarter of an hour, and up to a half less, so
 * that those who failed together do not try together.
 * @param failures from 1
 * @param chance from 0 to 1
 */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.min(longest, shortest * 2 ** Math.min(failures - 1, 20)) * (1 - chance / 2);
