import type { Migration } from './migration.js';

/** Equality with the value of a custom field. Addresses have had their index before; sections are few. */
export const customValues: Migration = {
  name: 'custom-values',
  sql: `
    create index on subnets using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on vlans using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on vrfs using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on l2domains using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on devices using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on locations using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on racks using gin (custom jsonb_path_ops) where custom <> '{}';
  `,
};
