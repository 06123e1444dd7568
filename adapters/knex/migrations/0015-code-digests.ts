import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, flags } from './table.js';

/**
 * Replaces codes that applications send in clear text by digests; codes that decrypt requests are unchanged. Authentication of
 * encrypted requests can be required, and nonces are stored.
 */
export const codeDigests: Migration = {
  name: 'code-digests',
  steps: () => [
    knex.schema.alterTable('apps', (t) => {
      t.text('code_digest');
      flags(t, 'crypt_strict');
    }),
    sql`
      update apps set code_digest = encode(sha256(convert_to(code, 'UTF8')), 'hex'), code = null
      where security <> 'crypt' and code is not null`,

    createTable('request_nonces', (t, table) => {
      t.text('digest').primary();
      t.timestamp('outlived').notNullable();
      table.index('outlived');
    }),
  ],
};
