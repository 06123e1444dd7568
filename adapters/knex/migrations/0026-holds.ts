import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Until when addresses and networks are held, and indexes of those that are: few of all. */
export const holds: Migration = {
  name: 'holds',
  steps: () => [
    sql`alter table addresses add column held_until timestamp(0)`,
    sql`create index addresses_held on addresses (subnet_id, held_until) where held_until is not null`,
    sql`alter table subnets add column held_until timestamp(0)`,
    sql`create index subnets_held on subnets (master_subnet_id, held_until) where held_until is not null`,
  ],
};
