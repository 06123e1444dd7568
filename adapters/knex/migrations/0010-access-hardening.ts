import type { Migration } from './migration.js';

/** To be filled: blocks by user name, leases of applications that write one after another. */
export const accessHardening: Migration = {
  name: 'access-hardening',
  sql: '',
};
