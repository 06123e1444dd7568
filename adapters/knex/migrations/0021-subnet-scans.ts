import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, texts, times } from './table.js';

/** Adds columns for the progress of a scan and its worker process, and an index of the networks with scans enabled. */
export const subnetScans: Migration = {
  name: 'subnet-scans',
  steps: () => [
    createTable('subnet_scans', (t, table) => {
      table.reference('subnet_id', 'subnets', 'cascade');
      t.primary(['subnet_id']);
      texts(t, 'owner');
      t.timestamp('until').notNullable();
      t.specificType('next', 'inet');
      times(t, 'begun');
    }),
    sql`create index subnets_scanned on subnets (id) where network is not null and (ping_subnet or discover_subnet)`,
  ],
};
