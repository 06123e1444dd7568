import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** Sign-ins behind access tokens, second factors of users, and their recovery codes. */
export const secondFactors: Migration = {
  name: 'second-factors',
  steps: () => [
    sql`alter table tokens add column method text, add column created timestamptz, add column last_used timestamptz,
      add column client_address text, add column user_agent text`,

    createTable('second_factors', (t, table) => {
      t.text('id').primary();
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'type', 'name');
      t.timestamp('created').notNullable();
      t.timestamp('last_used');
      t.boolean('is_confirmed').notNullable();
      t.text('secret');
      t.bigInteger('last_step');
      t.text('credential_id').unique({ indexName: 'second_factors_credential_id_key' });
      t.text('public_key');
      t.text('rp_id');
      t.jsonb('transports');
      t.bigInteger('counter');
      table.index('user_id', 'created');
    }),

    createTable('recovery_codes', (t, table) => {
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'digest');
      t.primary(['user_id', 'digest']);
    }),
  ],
};
