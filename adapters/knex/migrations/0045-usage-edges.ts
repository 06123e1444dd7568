import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Network and broadcast addresses in the reported shares. Stored counts are deleted, and computed again on request. */
export const usageEdges: Migration = {
  name: 'usage-edges',
  steps: () => [
    sql`truncate usage_counts`,
    sql`alter table usage_counts rename column told_to to reported_to`,
    sql`alter table usage_counts rename column told to reported`,
  ],
};
