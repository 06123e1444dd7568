import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, flags } from './table.js';

/**
 * What usage of subnets is computed from, which can be made anew from the other tables at any time. usage_changes has what
 * changed since it was last looked at: each transaction adds rows of its own and touches nobody's. usage_counts has a row of a
 * subnet only once usage was asked for, of it or of one above it: its addresses by tag, what its children count for together,
 * what it counts for itself, and the master that was told so. No reference is kept: whoever deletes a subnet says so in
 * usage_changes.
 */
export const usageCounts: Migration = {
  name: 'usage-counts',
  steps: () => [
    createTable('usage_changes', (t) => {
      t.specificType('id', 'bigint generated always as identity').primary();
      t.integer('subnet_id').notNullable();
      t.integer('tag');
      t.bigInteger('change').notNullable();
    }),
    createTable('usage_counts', (t) => {
      t.integer('subnet_id').primary();
      t.jsonb('addresses').notNullable();
      t.jsonb('children').notNullable();
      flags(t, 'is_gathered');
      t.integer('told_to');
      t.jsonb('told');
    }),
    sql`create index usage_counts_ungathered on usage_counts (subnet_id) where not is_gathered`,
    sql`alter table usage_counts set (fillfactor = 80)`,
  ],
};
