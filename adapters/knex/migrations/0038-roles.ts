import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable } from './table.js';

/** Roles of users and groups, and permission levels of users by kind. The inventory permission of existing users is unchanged. */
export const roles: Migration = {
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
};
