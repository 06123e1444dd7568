import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** The time of the last change of L2 domains, and the default of their domainId. */
export const domainsEdited: Migration = {
  name: 'domains-edited',
  steps: () => [
    sql`alter table l2domains add column edit_date timestamp(0)`,
    sql`update l2domains set domain_id = 1 where domain_id is null`,
  ],
};
