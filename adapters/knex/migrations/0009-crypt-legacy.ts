import type { Migration } from './migration.js';

/** Whether an application takes requests that are encrypted in the old, unauthenticated way. */
export const cryptLegacy: Migration = {
  name: 'crypt-legacy',
  sql: `
    alter table apps add column crypt_legacy boolean not null default true;
  `,
};
