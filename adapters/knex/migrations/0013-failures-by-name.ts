import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** A client's failed sign-ins by user name. A successful sign-in resets only the failures under its own name. */
export const failuresByName: Migration = {
  name: 'failures-by-name',
  steps: () => [
    knex.schema.alterTable('sign_in_attempts', (t) => {
      t.jsonb('failures_by_name').notNullable().defaultTo('{}');
    }),
  ],
};
