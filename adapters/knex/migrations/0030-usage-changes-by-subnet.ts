import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * Index of uncounted changes by subnet: the first count of a subnet subtracts its uncounted changes. Without the index, each
 * batch of subnets read all changes, and the first usage after the creation of many networks took quadratic time.
 */
export const usageChangesBySubnet: Migration = {
  name: 'usage-changes-by-subnet',
  steps: () => [sql`create index usage_changes_subnet on usage_changes (subnet_id)`],
};
