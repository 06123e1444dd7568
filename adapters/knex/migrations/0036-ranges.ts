import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, custom, id, requiredTexts, texts, times } from './table.js';

/**
 * Stored ranges of networks. Gaps between addresses end at the border of a range with another effect on allocation. `band` is 0
 * for ranges with priority, 1 outside of ranges, and 2 for ranges whose addresses are allocated only explicitly or never.
 */
export const ranges: Migration = {
  name: 'ranges',
  steps: () => [
    createTable('ranges', (t, table) => {
      id(t);
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      requiredTexts(t, 'name');
      t.specificType('first', 'inet').notNullable();
      t.specificType('last', 'inet').notNullable();
      texts(t, 'purpose', 'allocation', 'description');
      times(t, 'edit_date');
      custom(t);
      table.unique('subnet_id', 'name');
      table.unique('subnet_id', 'first');
      table.unique('subnet_id', 'last');
    }),

    sql`alter table free_addresses add column band smallint not null default 1`,
    sql`alter table free_addresses drop constraint free_addresses_pkey`,
    sql`alter table free_addresses add primary key (subnet_id, band, last)`,
    sql`drop index free_addresses_subnet_id_room_last_idx`,
    sql`create index free_addresses_subnet_id_band_room_last_idx on free_addresses (subnet_id, band, room, last)`,
  ],
};
