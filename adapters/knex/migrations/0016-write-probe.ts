import type { Migration } from './migration.js';

/** Where it is tried whether the database takes writes; there is a row only while that is being tried. */
export const writeProbe: Migration = {
  name: 'write-probe',
  sql: 'create table write_probe (filler text not null);',
};
