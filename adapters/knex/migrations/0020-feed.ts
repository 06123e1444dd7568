import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, flags, texts } from './table.js';

/**
 * The change feed. Existing entries have position 0 and are not part of the feed. New entries get their position at the next
 * read. Entries are pruned in their order, so a small block range index suffices.
 */
export const feed: Migration = {
  name: 'feed',
  steps: () => [
    knex.schema.alterTable('change_log', (t) => {
      t.bigInteger('position').defaultTo(0);
      t.jsonb('before');
      t.jsonb('after');
      t.integer('subnet_id');
      flags(t, 'is_consequence');
      t.dropIndex([], 'change_log_at_idx');
    }),
    sql`alter table change_log alter column position drop default`,
    sql`create unique index change_log_position on change_log (position) where position > 0`,
    sql`create index change_log_unplaced on change_log (id) where position is null`,
    sql`create index change_log_at on change_log using brin (at) with (pages_per_range = 16)`,
    createTable('feed_state', (t) => {
      t.boolean('one').primary().defaultTo(true).checkIn(['true']);
      t.bigInteger('last').notNullable().defaultTo(0);
      t.bigInteger('pruned').notNullable().defaultTo(0);
    }),
    sql`insert into feed_state default values`,
    createTable('followers', (t) => {
      t.text('name').primary();
      t.bigInteger('position').notNullable();
      t.integer('failures').notNullable().defaultTo(0);
      texts(t, 'holder');
      t.timestamp('until').notNullable().defaultTo('-infinity');
    }),
  ],
};
