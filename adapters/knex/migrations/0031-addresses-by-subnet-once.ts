import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * Of two indexes that begin with the subnet, PostgreSQL took this one to look for an address where it planned while the table was
 * empty, and then read all addresses of the subnet each time. Only counts by tag are made from it, which read all of them anyway.
 */
export const addressesBySubnetOnce: Migration = {
  name: 'addresses-by-subnet-once',
  steps: () => [sql`drop index addresses_subnet_id_tag_idx`],
};
