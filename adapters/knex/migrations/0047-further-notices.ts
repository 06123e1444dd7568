import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Mails count the notices beyond those that they list. */
export const furtherNotices: Migration = {
  name: 'further-notices',
  steps: () => [sql`alter table mails add column further integer not null default 0`],
};
