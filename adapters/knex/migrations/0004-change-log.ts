import type { Migration } from './migration.js';
import { createTable, requiredTexts, texts } from './table.js';

/** The change log. Its entries remain after the deletion of their objects. */
export const changeLog: Migration = {
  name: 'change-log',
  steps: () => [
    createTable('change_log', (t, table) => {
      t.specificType('id', 'bigint generated always as identity').primary();
      requiredTexts(t, 'object');
      t.integer('object_id').notNullable();
      requiredTexts(t, 'action');
      t.jsonb('differences').notNullable();
      t.timestamp('at', { useTz: false, precision: 0 }).notNullable();
      t.integer('user_id');
      requiredTexts(t, 'by');
      texts(t, 'app_id', 'client_address');
      table.index('object', 'object_id', 'id');
      table.index('at');
    }),
  ],
};
