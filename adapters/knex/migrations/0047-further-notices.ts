import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Number of notices that a mail counts without listing them. */
export const furtherNotices: Migration = {
  name: 'further-notices',
  steps: () => [sql`alter table mails add column further integer not null default 0`],
};
