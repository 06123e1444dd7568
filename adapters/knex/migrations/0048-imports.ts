import type { Migration } from './migration.js';
import { createTable, id, requiredTexts } from './table.js';

/** Imports that a background job writes, their rows in chunks, and the errors of refused rows; all as JSON texts. */
export const imports: Migration = {
  name: 'imports',
  steps: () => [
    createTable('imports', (t, table) => {
      id(t);
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'state', 'created_at', 'job');
      t.text('holder');
      t.timestamp('until');
      table.index('user_id');
      table.index('state');
    }),
    createTable('import_chunks', (t, table) => {
      table.reference('import_id', 'imports', 'cascade').notNullable();
      t.integer('first').notNullable();
      requiredTexts(t, 'rows');
      t.primary(['import_id', 'first']);
    }),
    createTable('import_mistakes', (t, table) => {
      t.specificType('number', 'bigint generated always as identity').primary();
      table.reference('import_id', 'imports', 'cascade').notNullable();
      t.integer('row').notNullable();
      requiredTexts(t, 'mistake');
      table.index('import_id', 'row', 'number');
    }),
  ],
};
