import type { Migration } from './migration.js';
import { createTable } from './table.js';

/**
 * Subscriptions of users, queued notices, mails, and named values that the service compares with the current state, such as the
 * last crossing of a threshold. Subscriptions, notices and mails are deleted with their user.
 */
export const notifications: Migration = {
  name: 'notifications',
  steps: () => [
    createTable('notification_subscriptions', (t, table) => {
      table.reference('user_id', 'users', 'cascade').notNullable();
      t.jsonb('subscription').notNullable();
      t.primary(['user_id']);
    }),
    createTable('notices', (t, table) => {
      t.specificType('id', 'bigint generated always as identity').primary();
      table.reference('user_id', 'users', 'cascade').notNullable();
      t.timestamp('at').notNullable();
      t.jsonb('notice').notNullable();
      table.index('user_id', 'id');
    }),
    createTable('mails', (t, table) => {
      t.specificType('number', 'bigint generated always as identity').primary();
      t.text('id').notNullable();
      table.reference('user_id', 'users', 'cascade').notNullable();
      t.timestamp('at').notNullable();
      t.timestamp('until');
      t.jsonb('notices').notNullable();
      t.integer('failures').notNullable().defaultTo(0);
      t.text('problem');
      table.unique('id');
      table.index('user_id');
    }),
    createTable('notification_marks', (t) => {
      t.text('name').primary();
      t.text('value').notNullable();
      t.timestamp('until');
    }),
  ],
};
