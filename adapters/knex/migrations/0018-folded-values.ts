import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Indexes for case-insensitive lookups by custom fields of subnets and addresses. */
export const foldedValues: Migration = {
  name: 'folded-values',
  steps: () =>
    ['subnets', 'addresses'].map(
      (table) => sql`
        create index ${knex.ref(`${table}_folded_idx`)} on ${knex.ref(table)}
        using gin ((fold_case(custom::text)::jsonb) jsonb_path_ops) where custom <> '{}'`,
    ),
};
