import { knex, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

const pairs = sql`(
  select coalesce(jsonb_agg(jsonb_build_array(level.key::integer, level.value) order by level.key::integer), '[]')
  from jsonb_each(permissions) level
)`;

/**
 * Converts permissions to a list of pairs of group and level, because their order matters and jsonb sorts the keys of an object.
 */
export const permissionOrder: Migration = {
  name: 'permission-order',
  steps: () =>
    ['sections', 'subnets'].map((table) =>
      knex(table).where(sql`jsonb_typeof(permissions) = 'object'`).update({ permissions: pairs }),
    ),
};
