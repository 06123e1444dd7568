import { knex, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { bytewise, createTable, custom, flags, id, requiredTexts, texts, times } from './table.js';

const pairs = sql`(
  select coalesce(jsonb_agg(jsonb_build_array(level.key::integer, level.value) order by level.key::integer), '[]')
  from jsonb_each(permissions) level
)`;

/** Migrations from number 3 on. */
export const from0003: readonly Migration[] = [
  /**
   * 0003: Sections, subnets, addresses, and definitions of custom fields. Texts that order lists are compared bytewise. Columns
   * with a name ending in _key contain a case-folded text for lookups. n_distinct makes the planner expect few children and
   * addresses of a subnet. Otherwise, if one subnet has most of them, the planner reads the whole table for every other subnet.
   */
  {
    name: 'inventory',
    steps: () => [
      createTable('sections', (t, table) => {
        id(t);
        t.specificType('name', bytewise).notNullable();
        t.specificType('name_key', bytewise).notNullable();
        texts(t, 'description');
        table.reference('master_section', 'sections', 'cascade');
        t.jsonb('permissions');
        flags(t, 'strict_mode');
        texts(t, 'subnet_ordering');
        t.integer('order');
        times(t, 'edit_date');
        flags(t, 'show_subnet', 'show_vlan', 'show_vrf', 'show_supernet_only');
        texts(t, 'dns');
        custom(t);
        table.unique('name_key');
        table.indexWhereSet('master_section');
      }),

      createTable('subnets', (t, table) => {
        id(t);
        t.specificType('network', 'cidr');
        table.reference('section_id', 'sections', 'cascade').notNullable();
        t.specificType('description', bytewise);
        table.optional({ linked_subnet: 'subnets' });
        texts(t, 'firewall_address_object');
        table.optional({ vrf_id: 'vrfs' });
        table.reference('master_subnet_id', 'subnets', 'cascade');
        flags(t, 'allow_requests');
        table.optional({ vlan_id: 'vlans' });
        flags(t, 'show_name');
        table.optional({ device: 'devices' });
        t.jsonb('permissions');
        flags(t, 'ping_subnet', 'discover_subnet', 'resolve_dns', 'dnsrecursive', 'dnsrecords');
        table.optional({ nameserver_id: 'nameservers', scan_agent: 'scan_agents', customer_id: 'customers' });
        flags(t, 'is_folder', 'is_full', 'is_pool');
        table.reference('tag', 'tags', 'set null');
        t.integer('threshold');
        table.optional({ location: 'locations' });
        times(t, 'edit_date', 'last_scan', 'last_discovery');
        custom(t);
        t.check('is_folder = (network is null)', {}, 'subnets_check');
        table.index('network', 'id');
        table.index('section_id', 'network', 'id');
        table.index('master_subnet_id', 'network', 'id');
        table.index('tag');
      }),
      sql`create index on subnets using gist (network inet_ops)`,
      sql`alter table subnets alter column master_subnet_id set (n_distinct = -0.1)`,

      createTable('addresses', (t, table) => {
        id(t);
        table.reference('subnet_id', 'subnets', 'cascade').notNullable();
        t.specificType('ip', 'inet').notNullable();
        flags(t, 'is_gateway');
        texts(t, 'description');
        for (const name of ['hostname', 'hostname_key', 'mac']) t.specificType(name, bytewise);
        texts(t, 'owner');
        table.reference('tag', 'tags', 'set null');
        table.optional({ device_id: 'devices', location: 'locations' });
        texts(t, 'port', 'note');
        times(t, 'last_seen');
        flags(t, 'exclude_ping', 'ptrignore');
        t.integer('ptr');
        texts(t, 'firewall_address_object');
        times(t, 'edit_date');
        table.optional({ customer_id: 'customers' });
        custom(t);
        table.unique('subnet_id', 'ip');
        t.check('masklen(ip) = case family(ip) when 4 then 32 else 128 end', {}, 'addresses_ip_check');
        table.index('ip', 'id');
        table.index('subnet_id', 'tag');
        table.indexWhereSet('hostname', 'ip', 'id');
        table.indexWhereSet('hostname_key');
        table.indexWhereSet('mac');
        table.index('tag');
      }),
      sql`alter table addresses alter column subnet_id set (n_distinct = -0.01)`,
      sql`create index on addresses (subnet_id, id) where is_gateway`,
      sql`create index on addresses using gin (custom jsonb_path_ops) where custom <> '{}'`,

      createTable('custom_fields', (t) => {
        requiredTexts(t, 'on', 'name');
        t.specificType('place', 'bigint generated always as identity');
        requiredTexts(t, 'type');
        t.boolean('nullable').notNullable();
        texts(t, 'default');
        requiredTexts(t, 'comment');
        t.primary(['on', 'name']);
      }),
    ],
  },
  /** 0004: The change log. Its entries remain after the deletion of their objects. */
  {
    name: 'change-log',
    steps: () => [
      createTable('change_log', (t, table) => {
        t.specificType('id', 'bigint generated always as identity').primary();
        requiredTexts(t, 'object');
        t.integer('object_id').notNullable();
        requiredTexts(t, 'action');
        t.jsonb('differences').notNullable();
        t.timestamp('at', { useTz: false, precision: 0 }).notNullable();
        t.integer('user_id');
        requiredTexts(t, 'by');
        texts(t, 'app_id', 'client_address');
        table.index('object', 'object_id', 'id');
        table.index('at');
      }),
    ],
  },
  /** 0005: Indexes for equality with the value of a custom field. Addresses already have one, and sections are few. */
  {
    name: 'custom-values',
    steps: () =>
      ['subnets', 'vlans', 'vrfs', 'l2domains', 'devices', 'locations', 'racks'].map(
        (table) => sql`create index on ${knex.ref(table)} using gin (custom jsonb_path_ops) where custom <> '{}'`,
      ),
  },
  /**
   * 0006: Converts permissions to a list of pairs of group and level, because their order matters and jsonb sorts the keys of an
   * object.
   */
  {
    name: 'permission-order',
    steps: () =>
      ['sections', 'subnets'].map((table) =>
        knex(table).where(sql`jsonb_typeof(permissions) = 'object'`).update({ permissions: pairs }),
      ),
  },
  /** 0007: Permission of a user to write records outside of sections. */
  {
    name: 'inventory-right',
    steps: () => [
      knex.schema.alterTable('users', (t) => {
        t.text('inventory').notNullable().defaultTo('read').checkIn(['read', 'write'], 'users_inventory_check');
      }),
    ],
  },
  /** 0008: Change log entries for objects that are identified by a name: applications, custom fields. */
  {
    name: 'audit',
    steps: () => [
      knex.schema.alterTable('change_log', (t) => {
        t.text('object_name');
      }),
    ],
  },
  /** 0009: Whether an application accepts requests in the old, unauthenticated encryption. */
  {
    name: 'crypt-legacy',
    steps: () => [
      knex.schema.alterTable('apps', (t) => {
        t.boolean('crypt_legacy').notNullable().defaultTo(true);
      }),
    ],
  },
  /**
   * 0010: Sign-in attempts by client network and by user name, client networks of users, and the order of writers in applications
   * with serialized writes. Earlier counts of attempts are deleted.
   */
  {
    name: 'access-hardening',
    steps: () => [
      knex.schema.dropTable('sign_in_failures'),

      createTable('sign_in_attempts', (t, table) => {
        t.text('key').primary();
        t.integer('failures').notNullable();
        t.timestamp('last_failure').notNullable();
        t.integer('pending').notNullable();
        t.timestamp('last_begun').notNullable();
        t.timestamp('outlived').notNullable();
        table.index('outlived');
      }),

      createTable('sign_in_origins', (t, table) => {
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'client');
        t.timestamp('last').notNullable();
        t.primary(['user_id', 'client']);
      }),

      createTable('app_leases', (t) => {
        t.text('app_id').primary();
        t.text('holder');
        t.timestamp('until').notNullable();
        t.text('next');
        t.timestamp('next_until');
      }),
    ],
  },
];
