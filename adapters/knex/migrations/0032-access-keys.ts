import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** Service accounts, keys of users with their scopes, and rate limits. */
export const accessKeys: Migration = {
  name: 'access-keys',
  steps: () => [
    knex.schema.alterTable('users', (t) => {
      t.text('kind').notNullable().defaultTo('person').checkIn(['person', 'service'], 'users_kind_check');
    }),

    createTable('access_keys', (t, table) => {
      t.text('digest').primary();
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'name');
      t.timestamp('created').notNullable();
      t.timestamp('expires');
      t.timestamp('last_used');
      for (const list of ['scopes', 'sections', 'subnets', 'networks']) t.jsonb(list).notNullable();
      t.integer('requests_per_minute');
      t.integer('allocations_per_minute');
      table.index('user_id', 'name');
    }),

    knex.schema.alterTable('apps', (t) => {
      t.integer('limits_requests_per_minute');
      t.integer('limits_allocations_per_minute');
    }),

    createTable('rate_counts', (t) => {
      t.text('name').primary();
      t.bigInteger('minute').notNullable();
      t.integer('used').notNullable();
      t.integer('granted').notNullable();
    }),
  ],
};
