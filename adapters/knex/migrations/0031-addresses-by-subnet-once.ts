import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * Drops one of two indexes that begin with the subnet. With a plan made while the table was empty, PostgreSQL searched addresses
 * in it and read all addresses of the subnet each time. Only counts by tag used it, and these read all addresses anyway.
 */
export const addressesBySubnetOnce: Migration = {
  name: 'addresses-by-subnet-once',
  steps: () => [sql`drop index addresses_subnet_id_tag_idx`],
};
