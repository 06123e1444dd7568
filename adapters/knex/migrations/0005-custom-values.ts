import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Indexes for equality with the value of a custom field. Addresses already have one, and sections are few. */
export const customValues: Migration = {
  name: 'custom-values',
  steps: () =>
    ['subnets', 'vlans', 'vrfs', 'l2domains', 'devices', 'locations', 'racks'].map(
      (table) => sql`create index on ${knex.ref(table)} using gin (custom jsonb_path_ops) where custom <> '{}'`,
    ),
};
