import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Whether an application takes requests that are encrypted in the old, unauthenticated way. */
export const cryptLegacy: Migration = {
  name: 'crypt-legacy',
  steps: () => [
    knex.schema.alterTable('apps', (t) => {
      t.boolean('crypt_legacy').notNullable().defaultTo(true);
    }),
  ],
};
