import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/**
 * Sign-in attempts by client network and by user name, client networks of users, and the order of writers in applications with
 * serialized writes. Earlier counts of attempts are deleted.
 */
export const accessHardening: Migration = {
  name: 'access-hardening',
  steps: () => [
    knex.schema.dropTable('sign_in_failures'),

    createTable('sign_in_attempts', (t, table) => {
      t.text('key').primary();
      t.integer('failures').notNullable();
      t.timestamp('last_failure').notNullable();
      t.integer('pending').notNullable();
      t.timestamp('last_begun').notNullable();
      t.timestamp('outlived').notNullable();
      table.index('outlived');
    }),

    createTable('sign_in_origins', (t, table) => {
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'client');
      t.timestamp('last').notNullable();
      t.primary(['user_id', 'client']);
    }),

    createTable('app_leases', (t) => {
      t.text('app_id').primary();
      t.text('holder');
      t.timestamp('until').notNullable();
      t.text('next');
      t.timestamp('next_until');
    }),
  ],
};
