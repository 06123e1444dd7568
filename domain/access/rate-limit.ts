import { type AdministeredValues, defaultsOf, defineAdministered } from '../fields/administered-field.js';

const limit = { type: 'integer', min: 1, max: 1_000_000, nullable: true } as const;

/** Rate limits of an application or a key, per minute. null: no limit. */
export const limitFields = defineAdministered({
  requestsPerMinute: { ...limit, meaning: 'Largest number of requests per minute; empty: no limit.' },
  allocationsPerMinute: {
    ...limit,
    meaning: 'Largest number of allocated addresses and networks per minute; empty: no limit.',
  },
});

export type RateLimits = AdministeredValues<typeof limitFields>;

export const noLimits: RateLimits = defaultsOf(limitFields);

export const windowMs = 60_000;

export const windowAt = (now: Date): number => Math.floor(now.getTime() / windowMs);

export const secondsLeft = (window: number, now: Date): number =>
  Math.max(1, Math.ceil(((window + 1) * windowMs - now.getTime()) / 1000));

/** A process acquires the permits of a window in about this number of chunks. */
const chunksOfLimit = 20;

/** Number of permits to acquire at once. A small limit has small chunks, so that other processes get permits too. */
export const chunkOf = (limit: number, requested: number): number => Math.max(requested, Math.floor(limit / chunksOfLimit));
