import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * Drops one of two indexes that begin with the subnet. With a plan from the time when the table was empty, PostgreSQL used the
 * dropped index to search addresses, and read all addresses of the subnet each time. Its only other use were counts by tag, which
 * read all addresses anyway.
 */
export const addressesBySubnetOnce: Migration = {
  name: 'addresses-by-subnet-once',
  steps: () => [sql`drop index addresses_subnet_id_tag_idx`],
};
