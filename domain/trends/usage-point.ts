import type { Day } from './day.js';

/** Used and usable addresses of a network on a day. */
export interface UsagePoint {
  readonly day: Day;
  readonly used: bigint;
  readonly size: bigint;
}

/** Used and usable IPv4 addresses of a section, and its used IPv6 addresses. */
export interface SectionUsagePoint extends UsagePoint {
  readonly used6: bigint;
}

/** Both ends inclusive. */
export interface DaySpan {
  readonly from: Day;
  readonly until: Day;
}
