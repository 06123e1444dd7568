import { knex, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { createTable, custom, id, requiredTexts, texts, times } from './table.js';

/** Migrations from number 32 on. */
export const from0032: readonly Migration[] = [
  /** 0032: Service accounts, keys of users with their scopes, and rate limits. */
  {
    name: 'access-keys',
    steps: () => [
      knex.schema.alterTable('users', (t) => {
        t.text('kind').notNullable().defaultTo('person').checkIn(['person', 'service'], 'users_kind_check');
      }),

      createTable('access_keys', (t, table) => {
        t.text('digest').primary();
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'name');
        t.timestamp('created').notNullable();
        t.timestamp('expires');
        t.timestamp('last_used');
        for (const list of ['scopes', 'sections', 'subnets', 'networks']) t.jsonb(list).notNullable();
        t.integer('requests_per_minute');
        t.integer('allocations_per_minute');
        table.index('user_id', 'name');
      }),

      knex.schema.alterTable('apps', (t) => {
        t.integer('limits_requests_per_minute');
        t.integer('limits_allocations_per_minute');
      }),

      createTable('rate_counts', (t) => {
        t.text('name').primary();
        t.bigInteger('minute').notNullable();
        t.integer('used').notNullable();
        t.integer('granted').notNullable();
      }),
    ],
  },
  /** 0033: Sign-in providers, and the subjects of their users. */
  {
    name: 'sign-in-providers',
    steps: () => [
      createTable('sign_in_providers', (t) => {
        t.text('name').primary();
        t.integer('position').notNullable();
        t.jsonb('provider').notNullable();
      }),
      sql`alter table users add column provider text, add column subject text`,
      sql`create unique index users_provider_subject_key on users (provider, subject) where subject is not null`,
    ],
  },
  /** 0034: Applications with access tokens of an OpenID provider. */
  {
    name: 'oidc-applications',
    steps: () => [
      sql`alter table apps drop constraint apps_security_check`,
      sql`alter table apps add constraint apps_security_check check (security in ('none', 'ssl', 'static', 'crypt', 'oidc'))`,
    ],
  },
  /** 0035: Web origins whose pages may call an application. */
  {
    name: 'application-origins',
    steps: () => [sql`alter table apps add column origins jsonb not null default '[]'`],
  },
  /**
   * 0036: Stored ranges of networks. Gaps between addresses end at the border of a range with another effect on allocation.
   * `band` is 0 for ranges with priority, 1 outside of ranges, and 2 for ranges whose addresses are allocated only explicitly or
   * never.
   */
  {
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
  },
  /** 0037: Sign-ins behind access tokens, second factors of users, and their recovery codes. */
  {
    name: 'second-factors',
    steps: () => [
      sql`alter table tokens add column method text, add column created timestamptz, add column last_used timestamptz,
      add column client_address text, add column user_agent text`,

      createTable('second_factors', (t, table) => {
        t.text('id').primary();
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'type', 'name');
        t.timestamp('created').notNullable();
        t.timestamp('last_used');
        t.boolean('is_confirmed').notNullable();
        t.text('secret');
        t.bigInteger('last_step');
        t.text('credential_id').unique({ indexName: 'second_factors_credential_id_key' });
        t.text('public_key');
        t.text('rp_id');
        t.jsonb('transports');
        t.bigInteger('counter');
        table.index('user_id', 'created');
      }),

      createTable('recovery_codes', (t, table) => {
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'digest');
        t.primary(['user_id', 'digest']);
      }),
    ],
  },
  /**
   * 0038: Roles of users and groups, and permission levels of users by kind. The inventory permission of existing users is
   * unchanged.
   */
  {
    name: 'roles',
    steps: () => [
      createTable('roles', (t) => {
        t.text('name').primary();
        t.jsonb('role').notNullable();
      }),
      sql`alter table users add column levels jsonb not null default '[]', add column roles jsonb not null default '[]'`,
      sql`alter table users drop constraint users_inventory_check`,
      sql`alter table users add constraint users_inventory_check check (inventory in ('none', 'read', 'write'))`,
      sql`alter table groups add column roles jsonb not null default '[]'`,
    ],
  },
  /** 0039: Requests for addresses and networks, with indexes by subnet, by requester, and for open requests by their end. */
  {
    name: 'requests',
    steps: () => [
      createTable('requests', (t, table) => {
        id(t);
        table.reference('subnet_id', 'subnets', 'cascade').notNullable();
        texts(t, 'state');
        t.specificType('ip_addr', 'inet');
        t.integer('count');
        t.integer('mask');
        texts(t, 'description', 'hostname', 'mac', 'owner');
        table.optional({ tag: 'tags' });
        requiredTexts(t, 'comment');
        times(t, 'until');
        texts(t, 'requester');
        t.integer('requester_id');
        times(t, 'requested_at');
        texts(t, 'admin_comment', 'decided_by');
        times(t, 'decided_at', 'held_until');
        texts(t, 'held_ids', 'results');
        times(t, 'edit_date');
        custom(t);
        table.index('subnet_id');
        table.indexWhereSet('requester_id');
      }),
      sql`create index requests_open_idx on requests (until) where state = 'open'`,
    ],
  },
  /**
   * 0040: Recorded utilization. usage_days has the days with a recording, and the process that records. The points of a subnet or
   * section are deleted with it. usage_trends has the values by which reports order networks, from the last recording.
   */
  {
    name: 'usage-history',
    steps: () => [
      createTable('usage_days', (t) => {
        t.date('day').primary();
        t.text('owner');
        t.timestamp('until').notNullable();
        t.boolean('is_complete').notNullable().defaultTo(false);
      }),
      createTable('subnet_usage_points', (t, table) => {
        table.reference('subnet_id', 'subnets', 'cascade').notNullable();
        t.date('day').notNullable();
        t.specificType('used', 'numeric').notNullable();
        t.specificType('size', 'numeric').notNullable();
        t.primary(['subnet_id', 'day']);
      }),
      createTable('section_usage_points', (t, table) => {
        table.reference('section_id', 'sections', 'cascade').notNullable();
        t.date('day').notNullable();
        t.specificType('used', 'numeric').notNullable();
        t.specificType('size', 'numeric').notNullable();
        t.specificType('used6', 'numeric').notNullable();
        t.primary(['section_id', 'day']);
      }),
      createTable('usage_trends', (t, table) => {
        table.reference('subnet_id', 'subnets', 'cascade').notNullable();
        t.boolean('is_leaf').notNullable();
        t.specificType('used', 'numeric').notNullable();
        t.specificType('size', 'numeric').notNullable();
        t.specificType('share', 'double precision').notNullable();
        t.specificType('growth', 'numeric');
        t.date('unused_since');
        t.primary(['subnet_id']);
      }),
      sql`create index usage_trends_fullest on usage_trends (share, subnet_id) where is_leaf and used > 0`,
      sql`create index usage_trends_growing on usage_trends (growth, subnet_id) where is_leaf and growth > 0`,
      sql`create index usage_trends_unused on usage_trends (unused_since, subnet_id) where is_leaf and unused_since is not null`,
    ],
  },
];
