import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** An index of the changes of each subnet with its addresses and ranges, newest last. */
export const changesOfSubnets: Migration = {
  name: 'changes-of-subnets',
  steps: () => [
    sql`create index change_log_subnet on change_log (subnet_id, position) where subnet_id is not null and position > 0`,
  ],
};
