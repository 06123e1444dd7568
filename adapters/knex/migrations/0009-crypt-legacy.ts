import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Whether an application accepts requests in the old, unauthenticated encryption. */
export const cryptLegacy: Migration = {
  name: 'crypt-legacy',
  steps: () => [
    knex.schema.alterTable('apps', (t) => {
      t.boolean('crypt_legacy').notNullable().defaultTo(true);
    }),
  ],
};
