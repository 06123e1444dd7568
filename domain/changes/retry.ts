const minRetryDelayMs = 1000;
const quarterOfAnHour = 15 * 60_000;

/** Exponential backoff in milliseconds, randomly reduced by up to a half. @param failures from 1 @param chance from 0 to 1 */
export const retryDelayAfter = (failures: number, chance: number, maxPause: number = quarterOfAnHour): number =>
  Math.min(maxPause, minRetryDelayMs * 2 ** Math.min(failures - 1, 20)) * (1 - chance / 2);
