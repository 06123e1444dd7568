import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable } from './table.js';

/**
 * Recorded utilization. usage_days has the days with a recording, and the process that records. The points of a subnet or section
 * are deleted with it. usage_trends has the values by which reports order networks, from the last recording.
 */
export const usageHistory: Migration = {
  name: 'usage-history',
  steps: () => [
    createTable('usage_days', (t) => {
      t.date('day').primary();
      t.text('owner');
      t.timestamp('until').notNullable();
      t.boolean('is_complete').notNullable().defaultTo(false);
    }),
    createTable('subnet_usage_points', (t, table) => {
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      t.date('day').notNullable();
      t.specificType('used', 'numeric').notNullable();
      t.specificType('size', 'numeric').notNullable();
      t.primary(['subnet_id', 'day']);
    }),
    createTable('section_usage_points', (t, table) => {
      table.reference('section_id', 'sections', 'cascade').notNullable();
      t.date('day').notNullable();
      t.specificType('used', 'numeric').notNullable();
      t.specificType('size', 'numeric').notNullable();
      t.specificType('used6', 'numeric').notNullable();
      t.primary(['section_id', 'day']);
    }),
    createTable('usage_trends', (t, table) => {
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      t.boolean('is_leaf').notNullable();
      t.specificType('used', 'numeric').notNullable();
      t.specificType('size', 'numeric').notNullable();
      t.specificType('share', 'double precision').notNullable();
      t.specificType('growth', 'numeric');
      t.date('unused_since');
      t.primary(['subnet_id']);
    }),
    sql`create index usage_trends_fullest on usage_trends (share, subnet_id) where is_leaf and used > 0`,
    sql`create index usage_trends_growing on usage_trends (growth, subnet_id) where is_leaf and growth > 0`,
    sql`create index usage_trends_unused on usage_trends (unused_since, subnet_id) where is_leaf and unused_since is not null`,
  ],
};
