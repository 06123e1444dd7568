import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * The first count of a subnet subtracts its uncounted changes. Without this index, all changes were read for every few subnets:
 * the first usage after the creation of many networks took quadratic time.
 */
export const usageChangesBySubnet: Migration = {
  name: 'usage-changes-by-subnet',
  steps: () => [sql`create index usage_changes_subnet on usage_changes (subnet_id)`],
};
