import type { Knex } from 'knex';
import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, flags, type Table } from './table.js';

/**
 * The stored gaps of free space, derived from other tables. Each subnet has the gaps between its used addresses and the gaps
 * between its child networks. The gaps between addresses span the whole address space of a family, so that they do not depend on
 * the network. A subnet gets rows at the first request for its free space. Flags state which rows exist. The key is the upper end
 * of a gap, so that an allocation at the lower end updates the row in place. largest is the prefix length of the largest aligned
 * block in a gap. A search for the lowest gap with space reads one key for each length, and takes the lowest of these.
 */
export const freeRanges: Migration = {
  name: 'free-ranges',
  steps: () => [
    knex.schema.alterTable('subnets', (t) => flags(t, 'free_addresses_known', 'free_blocks_known')),

    createTable('free_addresses', (t, table) => gaps(t, table)),
    createTable('free_blocks', (t, table) => {
      gaps(t, table);
      t.smallint('largest').notNullable();
      table.index('subnet_id', 'largest', 'last');
    }),

    sql`alter table free_addresses set (fillfactor = 90)`,
    sql`alter table free_addresses alter column subnet_id set (n_distinct = -0.1)`,
    sql`alter table free_blocks alter column subnet_id set (n_distinct = -0.1)`,
  ],
};

function gaps(t: Knex.CreateTableBuilder, table: Table): void {
  table.reference('subnet_id', 'subnets', 'cascade').notNullable();
  t.specificType('first', 'inet').notNullable();
  t.specificType('last', 'inet').notNullable();
  t.primary(['subnet_id', 'last']);
}
