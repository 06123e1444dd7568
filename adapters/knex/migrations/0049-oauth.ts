import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** OAuth clients, their grants, and keys that only one interface accepts. */
export const oauth: Migration = {
  name: 'oauth',
  steps: () => [
    createTable('oauth_clients', (t) => {
      t.text('id').primary();
      requiredTexts(t, 'name');
      t.jsonb('redirect_uris').notNullable();
      t.timestamp('created').notNullable();
      t.timestamp('last_granted');
    }),

    createTable('oauth_grants', (t, table) => {
      t.text('family').primary();
      t.text('client_id').notNullable();
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'client_name', 'redirect_uri', 'challenge', 'secret');
      t.jsonb('scopes').notNullable();
      t.text('key_digest');
      t.timestamp('created').notNullable();
      t.timestamp('expires').notNullable();
      table.index('user_id');
      table.index('expires');
    }),

    knex.schema.alterTable('access_keys', (t) => {
      t.text('audience');
    }),
    sql`alter table access_keys add constraint access_keys_audience_check check (audience in ('mcp'))`,
  ],
};
