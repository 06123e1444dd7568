import type { Migration } from './migration.js';

/** Equality with the value of a custom field, on everything that can have some; addresses have had their index before. */
export const customValues: Migration = {
  name: 'custom-values',
  sql: `
    create index on sections using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on subnets using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on vlans using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on vrfs using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on l2domains using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on devices using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on locations using gin (custom jsonb_path_ops) where custom <> '{}';
    create index on racks using gin (custom jsonb_path_ops) where custom <> '{}';
  `,
};
