import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** End of the hold of addresses and networks, and indexes of the few records with one. */
export const holds: Migration = {
  name: 'holds',
  steps: () => [
    sql`alter table addresses add column held_until timestamp(0)`,
    sql`create index addresses_held on addresses (subnet_id, held_until) where held_until is not null`,
    sql`alter table subnets add column held_until timestamp(0)`,
    sql`create index subnets_held on subnets (master_subnet_id, held_until) where held_until is not null`,
  ],
};
