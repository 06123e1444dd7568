import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, id, requiredTexts, times } from './table.js';

/** Users, groups, applications, tokens, settings. */
export const identity: Migration = {
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
};
