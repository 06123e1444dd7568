import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * Replaces the indexes of hostnames by one index for all queries. The new index returns prefix matches in order, so the planner has
 * no alternative. Each insert maintains one index less.
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
