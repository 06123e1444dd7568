import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable } from './table.js';

/** Sign-in providers, and the subjects of their users. */
export const signInProviders: Migration = {
  name: 'sign-in-providers',
  steps: () => [
    createTable('sign_in_providers', (t) => {
      t.text('name').primary();
      t.integer('position').notNullable();
      t.jsonb('provider').notNullable();
    }),
    sql`alter table users add column provider text, add column subject text`,
    sql`create unique index users_provider_subject_key on users (provider, subject) where subject is not null`,
  ],
};
