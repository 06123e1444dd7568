import { type AdministeredValues, defaultsOf, defineAdministered } from '../fields/administered-field.js';

const limit = { type: 'integer', min: 1, max: 1_000_000, nullable: true } as const;

/** The limits of an application or a key, for each minute; null: no limit. */
export const limitFields = defineAdministered({
  requestsPerMinute: { ...limit, meaning: 'Largest number of requests per minute; empty: no limit.' },
  allocationsPerMinute: {
    ...limit,
    meaning: 'Largest number of allocated addresses and networks per minute; empty: no limit.',
  },
});

/** Limits of an application or a key, for each minute; null: no limit. */
export type RateLimits = AdministeredValues<typeof limitFields>;

export const noLimits: RateLimits = defaultsOf(limitFields);

/** Length of a window in milliseconds. */
export const windowMs = 60_000;

/** The number of the window that contains a time. */
export const windowAt = (now: Date): number => Math.floor(now.getTime() / windowMs);

/** Seconds until a window ends, at least 1. */
export const secondsLeft = (window: number, now: Date): number =>
  Math.max(1, Math.ceil(((window + 1) * windowMs - now.getTime()) / 1000));

/** Approximate number of chunks in which a process acquires the permits of a limit. */
const chunksOfLimit = 20;

/** Number of permits that a process acquires at once: few of a small limit, so that other processes get some. */
export const chunkOf = (limit: number, wanted: number): number => Math.max(wanted, Math.floor(limit / chunksOfLimit));
