import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** The history also tells of what has a name rather than a number: applications, custom fields. */
export const audit: Migration = {
  name: 'audit',
  steps: () => [
    knex.schema.alterTable('change_log', (t) => {
      t.text('object_name');
    }),
  ],
};
