import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, flags } from './table.js';

/**
 * Usage counts of subnets, derived from other tables. usage_changes contains the changes since the last update of the counts;
 * transactions only add rows. usage_counts has a row for a subnet after the first request for its usage or that of an ancestor:
 * its addresses by tag, the sum of its children, its own share, and the parent that has received this share. There is no foreign
 * key: a deletion of a subnet adds a row to usage_changes.
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
