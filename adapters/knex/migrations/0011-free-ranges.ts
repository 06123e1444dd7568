import type { Migration } from './migration.js';

/**
 * The index of free space, which can be made anew from the other tables at any time: per subnet the gaps between its used
 * addresses (in both families' whole address spaces, so that they do not depend on the network), and those between its
 * child networks (within the network). A subnet has rows only once free space was asked for; the flags tell which do. The
 * key is a gap's upper end, so that taking from the lower end changes a row in place. largest is the prefix length of the
 * largest aligned block within a gap: the lowest gap with room for a prefix is the lowest of some keys, one for each length.
 */
export const freeRanges: Migration = {
  name: 'free-ranges',
  sql: `
    alter table subnets
      add column free_addresses_known boolean not null default false,
      add column free_blocks_known boolean not null default false;

    create table free_addresses (
      subnet_id integer not null references subnets on delete cascade,
      first inet not null,
      last inet not null,
      primary key (subnet_id, last)
    ) with (fillfactor = 90);

    create table free_blocks (
      subnet_id integer not null references subnets on delete cascade,
      first inet not null,
      last inet not null,
      largest smallint not null,
      primary key (subnet_id, last)
    );
    create index on free_blocks (subnet_id, largest, last);

    alter table free_addresses alter column subnet_id set (n_distinct = -0.1);
    alter table free_blocks alter column subnet_id set (n_distinct = -0.1);
  `,
};
