/** The shortest pause between attempts, and the longest where nothing else is said, in milliseconds. */
const minRetryDelayMs = 1000;
const quarterOfAnHour = 15 * 60_000;

/**
 * How long to wait after some failures in a row, in milliseconds: twice as long each time, up to a limit, and up to a half less,
 * so that those who failed together do not try together.
 * @param failures from 1
 * @param chance from 0 to 1
 */
export const retryDelayAfter = (failures: number, chance: number, maxPause: number = quarterOfAnHour): number =>
  Math.min(maxPause, minRetryDelayMs * 2 ** Math.min(failures - 1, 20)) * (1 - chance / 2);
