import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Addresses by when they were last seen, the latest first, and of one moment by address: as lists go by it. */
export const lastSeenOrder: Migration = {
  name: 'last-seen-order',
  steps: () => [sql`create index addresses_by_last_seen on addresses (coalesce(last_seen::timestamp, '-infinity') desc, ip, id)`],
};
