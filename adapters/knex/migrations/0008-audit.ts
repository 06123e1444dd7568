import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Entries of the history for objects with a name in place of an id: applications, custom fields. */
export const audit: Migration = {
  name: 'audit',
  steps: () => [
    knex.schema.alterTable('change_log', (t) => {
      t.text('object_name');
    }),
  ],
};
