import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * What a subnet counts for the first time leaves out its changes that are still to be counted in: without an index all of them
 * were read for each few subnets, so that the first usage behind many new networks took the square of their number.
 */
export const usageChangesBySubnet: Migration = {
  name: 'usage-changes-by-subnet',
  steps: () => [sql`create index usage_changes_subnet on usage_changes (subnet_id)`],
};
