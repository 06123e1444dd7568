import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** How many of a client's failures to sign in were under which user name: a good sign-in forgives its own only. */
export const failuresByName: Migration = {
  name: 'failures-by-name',
  steps: () => [
    knex.schema.alterTable('sign_in_attempts', (t) => {
      t.jsonb('failures_by_name').notNullable().defaultTo('{}');
    }),
  ],
};
