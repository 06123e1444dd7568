import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Makes the IP address of a device an unchecked text, which is often a host name. */
export const deviceNames: Migration = {
  name: 'device-names',
  steps: () => [sql`alter table devices alter column ip type text using host(ip)`],
};
