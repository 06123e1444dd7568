import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Sections have ids of name servers. Another text, which earlier versions accepted, moves to the description. */
export const resolversOfSections: Migration = {
  name: 'resolvers-of-sections',
  steps: () => [
    sql`update sections set description = concat_ws(' ', description, '(DNS: ' || dns || ')'), dns = null
      where dns !~ '^\\d{1,10}(;\\d{1,10})*$'`,
  ],
};
