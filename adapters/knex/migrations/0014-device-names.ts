import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** The IP address of a device is an unchecked text, often a host name. */
export const deviceNames: Migration = {
  name: 'device-names',
  steps: () => [sql`alter table devices alter column ip type text using host(ip)`],
};
