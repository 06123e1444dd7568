import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** The usage of each subnet as numbers that statements can sum. Stored counts are deleted, and computed again on request. */
export const usageTotals: Migration = {
  name: 'usage-totals',
  steps: () => [
    sql`truncate usage_counts`,
    sql`alter table usage_counts add column used numeric not null, add column size numeric not null`,
  ],
};
