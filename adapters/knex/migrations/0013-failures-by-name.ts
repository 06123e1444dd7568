import type { Migration } from './migration.js';

/** How many of a client's failures to sign in were under which user name: a good sign-in forgives its own only. */
export const failuresByName: Migration = {
  name: 'failures-by-name',
  sql: `
    alter table sign_in_attempts add column failures_by_name jsonb not null default '{}';
  `,
};
