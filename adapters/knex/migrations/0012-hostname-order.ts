import type { Migration } from './migration.js';

/**
 * One index for whatever goes by hostname: those that begin with a text come out of it in their order, so that no plan could
 * read them in another way, and an address that is stored has one index fewer to enter.
 */
export const hostnameOrder: Migration = {
  name: 'hostname-order',
  sql: `
    create index addresses_by_hostname on addresses (hostname_key, hostname, ip, id) where hostname_key is not null;
    drop index addresses_hostname_key_idx;
    drop index addresses_hostname_ip_id_idx;`,
};
