import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Order of lists by last seen: latest first, then by address. */
export const lastSeenOrder: Migration = {
  name: 'last-seen-order',
  steps: () => [sql`create index addresses_by_last_seen on addresses (coalesce(last_seen::timestamp, '-infinity') desc, ip, id)`],
};
