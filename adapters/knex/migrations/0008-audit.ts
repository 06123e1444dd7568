import type { Migration } from './migration.js';

/** The history also tells of what has a name rather than a number: applications, custom fields. */
export const audit: Migration = {
  name: 'audit',
  sql: `
    alter table change_log add column object_name text;
  `,
};
