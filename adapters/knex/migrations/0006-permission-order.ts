import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

const pairs = sql`(
  select coalesce(jsonb_agg(jsonb_build_array(level.key::integer, level.value) order by level.key::integer), '[]')
  from jsonb_each(permissions) level
)`;

/**
 * Permissions become a list of pairs of group and level, because the order of the groups matters and an object sorts its keys.
 */
export const permissionOrder: Migration = {
  name: 'permission-order',
  steps: () =>
    ['sections', 'subnets'].map((table) =>
      knex(table).where(sql`jsonb_typeof(permissions) = 'object'`).update({ permissions: pairs }),
    ),
};
