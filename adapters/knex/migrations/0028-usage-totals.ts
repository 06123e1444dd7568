import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * The usage of each subnet as numbers that statements can add up. What was kept is forgotten, and gathered anew when it is asked
 * for.
 */
export const usageTotals: Migration = {
  name: 'usage-totals',
  steps: () => [
    sql`truncate usage_counts`,
    sql`alter table usage_counts add column used numeric not null, add column size numeric not null`,
  ],
};
