import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Web origins whose pages may call an application. */
export const applicationOrigins: Migration = {
  name: 'application-origins',
  steps: () => [sql`alter table apps add column origins jsonb not null default '[]'`],
};
