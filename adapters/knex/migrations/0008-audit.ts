import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Change log entries for objects that are identified by a name: applications, custom fields. */
export const audit: Migration = {
  name: 'audit',
  steps: () => [
    knex.schema.alterTable('change_log', (t) => {
      t.text('object_name');
    }),
  ],
};
