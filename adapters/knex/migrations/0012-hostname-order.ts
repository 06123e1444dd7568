import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * A single index for all queries by hostname. It also returns prefix matches in their order, so the planner has no other choice,
 * and an insert of an address maintains one index fewer.
 */
export const hostnameOrder: Migration = {
  name: 'hostname-order',
  steps: () => [
    knex.schema.alterTable('addresses', (t) => {
      const predicate = knex.whereNotNull('hostname_key');
      t.index(['hostname_key', 'hostname', 'ip', 'id'], 'addresses_by_hostname', { predicate });
      t.dropIndex([], 'addresses_hostname_key_idx');
      t.dropIndex([], 'addresses_hostname_ip_id_idx');
    }),
  ],
};
