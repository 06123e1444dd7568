import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/**
 * One index for whatever goes by hostname: those that begin with a text come out of it in their order, so that no plan could
 * read them in another way, and an address that is stored has one index fewer to enter.
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
