import { knex, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { createTable, flags, requiredTexts, texts, times } from './table.js';

/** Migrations from number 20 on. */
export const from0020: readonly Migration[] = [
  /**
   * 0020: The change feed. Existing entries have position 0 and are not part of the feed. New entries get their position at the
   * next read. Entries are pruned in their order, so a small block range index suffices.
   */
  {
    name: 'feed',
    steps: () => [
      knex.schema.alterTable('change_log', (t) => {
        t.bigInteger('position').defaultTo(0);
        t.jsonb('before');
        t.jsonb('after');
        t.integer('subnet_id');
        flags(t, 'is_consequence');
        t.dropIndex([], 'change_log_at_idx');
      }),
      sql`alter table change_log alter column position drop default`,
      sql`create unique index change_log_position on change_log (position) where position > 0`,
      sql`create index change_log_unplaced on change_log (id) where position is null`,
      sql`create index change_log_at on change_log using brin (at) with (pages_per_range = 16)`,
      createTable('feed_state', (t) => {
        t.boolean('one').primary().defaultTo(true).checkIn(['true']);
        t.bigInteger('last').notNullable().defaultTo(0);
        t.bigInteger('pruned').notNullable().defaultTo(0);
      }),
      sql`insert into feed_state default values`,
      createTable('followers', (t) => {
        t.text('name').primary();
        t.bigInteger('position').notNullable();
        t.integer('failures').notNullable().defaultTo(0);
        texts(t, 'holder');
        t.timestamp('until').notNullable().defaultTo('-infinity');
      }),
    ],
  },
  /** 0021: Adds columns for the progress of a scan and its worker process, and an index of the networks with scans enabled. */
  {
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
  },
  /** 0022: Webhooks, the latest delivery attempts, and refused deliveries. */
  {
    name: 'webhooks',
    steps: () => [
      createTable('webhooks', (t) => {
        t.text('name').primary();
        requiredTexts(t, 'url', 'secret', 'comment');
        t.jsonb('kinds').notNullable();
        t.jsonb('sections').notNullable();
        flags(t, 'disabled');
      }),
      createTable('webhook_deliveries', (t, table) => {
        t.specificType('id', 'bigint generated always as identity').primary();
        t.text('webhook').notNullable().references('name').inTable('webhooks').onDelete('cascade');
        t.timestamp('at', { useTz: false, precision: 0 }).notNullable();
        t.integer('events').notNullable();
        requiredTexts(t, 'first_event');
        t.integer('status');
        texts(t, 'problem');
        t.integer('milliseconds').notNullable();
        table.index('webhook', 'id');
      }),
      createTable('webhook_dead_letters', (t, table) => {
        t.specificType('id', 'bigint generated always as identity').primary();
        t.text('webhook').notNullable().references('name').inTable('webhooks').onDelete('cascade');
        t.jsonb('event').notNullable();
        table.index('webhook', 'id');
      }),
    ],
  },
  /**
   * 0023: Usage counts of subnets, derived from other tables. usage_changes contains the changes since the last update of the
   * counts; transactions only add rows. usage_counts has a row for a subnet after the first request for its usage or that of an
   * ancestor: its addresses by tag, the sum of its children, its own share, and the parent that has received this share. There is
   * no foreign key: a deletion of a subnet adds a row to usage_changes.
   */
  {
    name: 'usage-counts',
    steps: () => [
      createTable('usage_changes', (t) => {
        t.specificType('id', 'bigint generated always as identity').primary();
        t.integer('subnet_id').notNullable();
        t.integer('tag');
        t.bigInteger('change').notNullable();
      }),
      createTable('usage_counts', (t) => {
        t.integer('subnet_id').primary();
        t.jsonb('addresses').notNullable();
        t.jsonb('children').notNullable();
        flags(t, 'is_gathered');
        t.integer('told_to');
        t.jsonb('told');
      }),
      sql`create index usage_counts_ungathered on usage_counts (subnet_id) where not is_gathered`,
      sql`alter table usage_counts set (fillfactor = 80)`,
    ],
  },
  /** 0024: Stored answers to requests with an idempotency key. */
  {
    name: 'answered-requests',
    steps: () => [
      createTable('answered_requests', (t, table) => {
        requiredTexts(t, 'caller', 'key', 'payload', 'answer');
        t.timestamp('outlived').notNullable();
        t.primary(['caller', 'key']);
        table.index('outlived');
      }),
    ],
  },
  /**
   * 0025: Adds the sizes of gaps between addresses, so that an index finds several consecutive free addresses. `room` is the
   * base-two logarithm of the size. It is rounded down and at most 12 (4,096 or more), because the difference of two IPv6
   * addresses may be too large to compute. Adds `freed_addresses`: one row for each released address of a subnet, with the time
   * of its last release. Old rows are deleted periodically.
   */
  {
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
  },
  /** 0026: End of the hold of addresses and networks, and indexes of the few records with one. */
  {
    name: 'holds',
    steps: () => [
      sql`alter table addresses add column held_until timestamp(0)`,
      sql`create index addresses_held on addresses (subnet_id, held_until) where held_until is not null`,
      sql`alter table subnets add column held_until timestamp(0)`,
      sql`create index subnets_held on subnets (master_subnet_id, held_until) where held_until is not null`,
    ],
  },
  /** 0027: Order of lists by last seen: latest first, then by address. */
  {
    name: 'last-seen-order',
    steps: () => [
      sql`create index addresses_by_last_seen on addresses (coalesce(last_seen::timestamp, '-infinity') desc, ip, id)`,
    ],
  },
  /**
   * 0028: The usage of each subnet as numbers that statements can sum. Stored counts are deleted, and computed again on request.
   */
  {
    name: 'usage-totals',
    steps: () => [
      sql`truncate usage_counts`,
      sql`alter table usage_counts add column used numeric not null, add column size numeric not null`,
    ],
  },
  /**
   * 0029: Drops the index of network containment. Queries for contained and containing networks use the network order instead.
   * The index took a fifth of the time to insert a subnet.
   */
  {
    name: 'networks-in-order',
    steps: () => [sql`drop index subnets_network_idx`],
  },
  /**
   * 0030: Index of uncounted changes by subnet: the first count of a subnet subtracts its uncounted changes. Without the index,
   * each batch of subnets read all changes, and the first usage after the creation of many networks took quadratic time.
   */
  {
    name: 'usage-changes-by-subnet',
    steps: () => [sql`create index usage_changes_subnet on usage_changes (subnet_id)`],
  },
  /**
   * 0031: Drops one of two indexes that begin with the subnet. With a plan from the time when the table was empty, PostgreSQL
   * used the dropped index to search addresses, and read all addresses of the subnet each time. Its only other use were counts by
   * tag, which read all addresses anyway.
   */
  {
    name: 'addresses-by-subnet-once',
    steps: () => [sql`drop index addresses_subnet_id_tag_idx`],
  },
];
