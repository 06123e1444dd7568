import type { Knex } from 'knex';
import { knex, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { createTable, custom, flags, id, requiredTexts, texts, times } from './table.js';

const deviceTypes = ['Switch', 'Router', 'Firewall', 'Hub', 'Wireless', 'Database', 'Workstation', 'Laptop', 'Other'];

/** Sets the sequence above the ids of built-in rows. */
const idsFrom = (table: string, last: number): Knex.Raw => sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`;

/** Common values of the built-in tags. */
const builtIn = { fgcolor: '#ffffff', locked: 'Yes', update_tag: true };

/** Migrations from number 1 on. */
export const from0001: readonly Migration[] = [
  /** 0001: Users, groups, applications, tokens, settings. */
  {
    name: 'identity',
    steps: () => [
      createTable('users', (t, table) => {
        id(t);
        requiredTexts(t, 'username', 'name_key', 'password_hash');
        t.text('role').notNullable().checkIn(['Administrator', 'User'], 'users_role_check');
        requiredTexts(t, 'real_name', 'email');
        t.boolean('disabled').notNullable();
        times(t, 'edit_date', 'last_login', 'last_activity');
        table.unique('name_key');
      }),

      createTable('groups', (t) => {
        id(t);
        requiredTexts(t, 'name', 'description');
      }),
      knex('groups').insert([
        { id: 2, name: 'Operators', description: 'default Operator group' },
        { id: 3, name: 'Guests', description: 'default Guest group (viewers)' },
      ]),
      sql`select setval(pg_get_serial_sequence('groups', 'id'), 3)`,

      createTable('user_groups', (t, table) => {
        table.reference('user_id', 'users', 'cascade').notNullable();
        table.reference('group_id', 'groups', 'cascade').notNullable();
        t.primary(['user_id', 'group_id']);
        table.index('group_id');
      }),

      createTable('apps', (t) => {
        t.text('id').primary();
        t.text('permission').notNullable().checkIn(['disabled', 'read', 'write', 'admin'], 'apps_permission_check');
        t.text('security').notNullable().checkIn(['none', 'ssl', 'static', 'crypt'], 'apps_security_check');
        t.text('code');
        for (const flag of ['show_links', 'stringify', 'nest_custom_fields', 'lock_enabled']) t.boolean(flag).notNullable();
        t.double('lock_wait_seconds').notNullable();
        t.text('comment').notNullable();
      }),

      createTable('tokens', (t, table) => {
        t.text('digest').primary();
        t.specificType('place', 'bigint generated always as identity');
        table.reference('user_id', 'users', 'cascade').notNullable();
        t.timestamp('expires').notNullable();
        table.index('user_id', 'expires', 'place');
        table.index('expires');
      }),

      createTable('sign_in_failures', (t, table) => {
        t.text('client_address').primary();
        t.integer('count').notNullable();
        t.timestamp('last').notNullable();
        table.index('last');
      }),

      createTable('settings', (t) => {
        t.integer('id').primary();
        t.check('id = 1', {}, 'settings_id_check');
        t.jsonb('settings').notNullable();
      }),
      knex('settings').insert({ id: 1, settings: '{}' }),
    ],
  },
  /** 0002: The catalogue kinds. Columns of type json preserve the order of their keys. */
  {
    name: 'catalog',
    steps: () => [
      createTable('customers', (t, table) => {
        id(t);
        requiredTexts(t, 'title');
        texts(t, 'address', 'postcode', 'city', 'tag', 'lat', 'long');
        texts(t, 'contact_person', 'contact_phone', 'contact_mail', 'note', 'status');
        custom(t);
        table.unique('title');
      }),

      createTable('locations', (t) => {
        id(t);
        requiredTexts(t, 'name');
        texts(t, 'description', 'address', 'lat', 'long');
        custom(t);
      }),

      createTable('l2domains', (t) => {
        id(t);
        requiredTexts(t, 'name');
        texts(t, 'description', 'sections');
        t.integer('number');
        t.integer('domain_id');
        custom(t);
      }),
      knex('l2domains').insert({ id: 1, name: 'default', description: 'default L2 domain' }),
      idsFrom('l2domains', 1),

      createTable('vlans', (t, table) => {
        id(t);
        table.reference('domain_id', 'l2domains');
        requiredTexts(t, 'name');
        t.bigInteger('number').notNullable();
        texts(t, 'description');
        times(t, 'edit_date');
        table.optional({ customer_id: 'customers' });
        custom(t);
        table.index('domain_id', 'number');
        table.index('number');
      }),

      createTable('vrfs', (t, table) => {
        id(t);
        requiredTexts(t, 'name');
        texts(t, 'rd', 'description', 'sections');
        times(t, 'edit_date');
        table.optional({ customer_id: 'customers' });
        custom(t);
        table.unique('name');
      }),

      createTable('racks', (t, table) => {
        id(t);
        requiredTexts(t, 'name');
        t.integer('size');
        flags(t, 'subrack');
        table.optional({ location: 'locations' });
        t.integer('row');
        flags(t, 'has_back', 'top_down');
        texts(t, 'description');
        table.optional({ customer_id: 'customers' });
        custom(t);
      }),

      createTable('device_types', (t) => {
        id(t);
        texts(t, 'tname', 'tdescription', 'bgcolor', 'fgcolor');
        custom(t);
      }),
      knex('device_types').insert(
        deviceTypes.map((name, place) => ({
          id: place + 1,
          tname: name,
          tdescription: name,
          bgcolor: '#E6E6E6',
          fgcolor: '#000',
        })),
      ),
      idsFrom('device_types', 9),

      createTable('devices', (t, table) => {
        id(t);
        requiredTexts(t, 'hostname');
        t.specificType('ip', 'inet');
        table.optional({ type: 'device_types' });
        texts(t, 'description', 'sections', 'snmp_community', 'snmp_version');
        t.integer('snmp_port');
        t.integer('snmp_timeout');
        texts(t, 'snmp_queries', 'snmp_v3_sec_level', 'snmp_v3_auth_protocol', 'snmp_v3_auth_pass');
        texts(t, 'snmp_v3_priv_protocol', 'snmp_v3_priv_pass', 'snmp_v3_ctx_name', 'snmp_v3_ctx_engine_id');
        table.optional({ rack: 'racks' });
        t.integer('rack_start');
        t.integer('rack_size');
        flags(t, 'rack_deep');
        table.optional({ location: 'locations' });
        times(t, 'edit_date');
        custom(t);
      }),

      createTable('tags', (t) => {
        id(t);
        requiredTexts(t, 'type');
        flags(t, 'showtag');
        texts(t, 'bgcolor', 'fgcolor', 'compress', 'locked');
        flags(t, 'update_tag');
        custom(t);
      }),
      knex('tags').insert([
        { id: 1, type: 'Offline', showtag: true, bgcolor: '#f59c99', compress: 'No', ...builtIn },
        { id: 2, type: 'Used', showtag: false, bgcolor: '#a9c9a4', compress: 'No', ...builtIn },
        { id: 3, type: 'Reserved', showtag: true, bgcolor: '#9ac0cd', compress: 'No', ...builtIn },
        { id: 4, type: 'DHCP', showtag: true, bgcolor: '#c9c9c9', compress: 'Yes', ...builtIn },
      ]),
      idsFrom('tags', 4),

      createTable('nameservers', (t) => {
        id(t);
        requiredTexts(t, 'name');
        texts(t, 'namesrv1', 'description', 'permissions');
        times(t, 'edit_date');
        custom(t);
      }),

      createTable('scan_agents', (t, table) => {
        id(t);
        requiredTexts(t, 'name');
        texts(t, 'description', 'type', 'code');
        times(t, 'last_access');
        custom(t);
        table.unique('code');
      }),
      knex('scan_agents').insert({ id: 1, name: 'localhost', description: 'Scanning from local machine', type: 'direct' }),
      idsFrom('scan_agents', 1),

      createTable('nats', (t, table) => {
        id(t);
        texts(t, 'name', 'type');
        t.json('src');
        t.json('dst');
        t.integer('src_port');
        t.integer('dst_port');
        table.optional({ device: 'devices' });
        texts(t, 'description', 'policy', 'policy_dst');
        custom(t);
      }),
    ],
  },
];
