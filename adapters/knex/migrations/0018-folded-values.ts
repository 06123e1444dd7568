import type { Migration } from './migration.js';

/** Look-ups by custom fields of subnets and addresses, which compare texts without regard to case. */
export const foldedValues: Migration = {
  name: 'folded-values',
  sql: `
    create index subnets_folded_idx on subnets using gin ((fold_case(custom::text)::jsonb) jsonb_path_ops) where custom <> '{}';
    create index addresses_folded_idx on addresses using gin ((fold_case(custom::text)::jsonb) jsonb_path_ops)
      where custom <> '{}';`,
};
