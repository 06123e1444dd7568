import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, times } from './table.js';

/**
 * Adds the sizes of gaps between addresses, so that an index finds several consecutive free addresses. `room` is the base-two
 * logarithm of the size. It is rounded down and at most 12 (4,096 or more), because the difference of two IPv6 addresses may be too
 * large to compute. Adds `freed_addresses`: one row for each released address of a subnet, with the time of its last release. Old
 * rows are deleted periodically.
 */
export const freeGaps: Migration = {
  name: 'free-gaps',
  steps: () => [
    sql`alter table free_addresses add column room smallint not null generated always as (width_bucket(
      1 + case
        when family(first) = 4 then last - first
        when first <= 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:f000' then case when last >= first + 4095 then 4095 else last - first end
        else last - first
      end, array[2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]::bigint[])) stored`,
    sql`create index free_addresses_subnet_id_room_last_idx on free_addresses (subnet_id, room, last)`,

    createTable('freed_addresses', (t, table) => {
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      t.specificType('ip', 'inet').notNullable();
      times(t, 'freed_at');
      t.primary(['subnet_id', 'ip']);
      table.index('freed_at');
    }),
    sql`alter table freed_addresses alter column freed_at set not null`,
  ],
};
