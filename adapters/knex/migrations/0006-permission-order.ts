import type { Migration } from './migration.js';

const inPairs = (table: string): string => `
    update ${table} set permissions = (
      select coalesce(jsonb_agg(jsonb_build_array(level.key::integer, level.value) order by level.key::integer), '[]')
      from jsonb_each(permissions) level
    ) where jsonb_typeof(permissions) = 'object';`;

/** Permissions become a list of pairs of group and level: an object sorts its keys, and the order of the groups matters. */
export const permissionOrder: Migration = {
  name: 'permission-order',
  sql: ['sections', 'subnets'].map(inPairs).join(''),
};
