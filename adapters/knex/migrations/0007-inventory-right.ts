import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Permission of a user to write records outside of sections. */
export const inventoryRight: Migration = {
  name: 'inventory-right',
  steps: () => [
    knex.schema.alterTable('users', (t) => {
      t.text('inventory').notNullable().defaultTo('read').checkIn(['read', 'write'], 'users_inventory_check');
    }),
  ],
};
