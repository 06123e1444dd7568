import type { Knex } from 'knex';
import type { LevelOfSubnets } from '../../../application/ports/identity.js';
import { sql } from '../sessions/sql.js';
import { lookupId } from './field-columns.js';

const group = sql`(pair.value->>0)::integer`;

const pairs = (permissions: Knex.Raw): Knex.Raw =>
  sql`jsonb_array_elements(${permissions}) with ordinality pair(value, position)`;

export const hasGroup = (permissions: Knex.Raw, groupId: number): Knex.Raw =>
  sql`exists (select from ${pairs(permissions)} where ${group} = ${lookupId(groupId)})`;

/** Preserves the order of the other groups. */
export const withoutGroup = (permissions: Knex.Raw, groupId: number): Knex.Raw =>
  sql`(select coalesce(jsonb_agg(pair.value order by pair.position), '[]')
    from ${pairs(permissions)} where ${group} <> ${lookupId(groupId)})`;

/** Sets the level of a group in permissions, as `withLevel` of the domain does; null without permissions. */
export function withGroupLevel(permissions: Knex.Raw, { groupId, level }: LevelOfSubnets): Knex.Raw {
  if (level === 0) return sql`nullif(${withoutGroup(permissions, groupId)}, '[]')`;
  const pair = sql`jsonb_build_array(${lookupId(groupId)}::integer, ${level}::integer)`;
  const replaced = sql`(select jsonb_agg(case when ${group} = ${lookupId(groupId)} then ${pair} else pair.value end order by pair.position)
    from ${pairs(permissions)})`;
  const added = sql`coalesce(${permissions}, '[]') || jsonb_build_array(${pair})`;
  return sql`(case when ${hasGroup(permissions, groupId)} then ${replaced} else ${added} end)`;
}

export const subnetsWithOtherLevel = ({ sectionId, groupId, level }: LevelOfSubnets): Knex.Raw =>
  sql`t.section_id = ${lookupId(sectionId)} and coalesce((select (pair.value->>1)::integer
    from ${pairs(sql`t.permissions`)} where ${group} = ${lookupId(groupId)}), 0) <> ${level}`;
