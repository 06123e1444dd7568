import type { Knex } from 'knex';
import { listing } from '../../lists/subnet-listing.js';
import { insertRows } from '../../records/record-table.js';
import { selfAndAbove } from '../../records/subnet-tree.js';
import { subnetTable as table } from '../../records/tables.js';
import { knex, prepared, preparedById, preparedTexts, sql } from '../../sessions/sql.js';
import { withUsageChangeOfAdded } from '../../usage/usage-changes.js';

export const oneListing = preparedById('subnet_listing', (id) =>
  knex({ t: table.name })
    .select(...listing.columns)
    .joinRaw(listing.joins?.each ?? '')
    .where('t.id', id),
);

export const oneChild = preparedTexts<{ id: number }>('child_of_subnet', ({ id }) =>
  knex('subnets').select('id').where('master_subnet_id', id).limit(1),
);

/** In network order, the networks within a prefix are between the prefix and its last address. */
export const childOutside = preparedTexts<{ id: number; prefix: string }>('child_outside', ({ id, prefix }) => {
  const lowest = (sign: '<=' | '>', end: Knex.Raw) =>
    knex(table.name).select('id').where('master_subnet_id', id).where('network', sign, end).orderBy(['network', 'id']).limit(1);
  const last = sql`set_masklen(broadcast(${prefix}::cidr), case family(${prefix}::cidr) when 4 then 32 else 128 end)::cidr`;
  return knex({ t: table.name })
    .select(...table.selection('t'))
    .where('t.id', sql`coalesce(${lowest('<=', sql`${prefix}::cidr`)}, ${lowest('>', last)})`);
});

export const ancestors = preparedTexts<{ id: number }>('subnet_ancestors', ({ id }) => selfAndAbove(id));

export const positionOf = preparedTexts<{ id: number }>('subnet_place', ({ id }) =>
  knex('subnets').select('master_subnet_id', 'network').where({ id }),
);

export const insertSubnets = prepared<{ rows: string }, { readonly id: number }>('insert_subnets', ({ rows }) =>
  withUsageChangeOfAdded(insertRows(table, rows).returning('id')),
);

export const insertForDryRun = prepared<{ rows: string }, { readonly id: number }>('insert_subnets_for_trial', ({ rows }) =>
  withUsageChangeOfAdded(insertRows(table, rows, { id: 'integer' }).returning('id')),
);

export const expired = (until: string, max: number) =>
  knex('subnets').select('id').where('held_until', '<=', until).orderBy(['held_until', 'id']).limit(max);

export const expiredBelow = prepared<{ masterId: number; until: string; max: number }, { readonly id: number }>(
  'expired_subnets_below',
  ({ masterId, until, max }) => sql`
    select id from subnets
    where master_subnet_id = ${masterId}::integer and held_until is not null and held_until <= ${until}::timestamp
    order by held_until, id limit ${max}::integer`,
);

export const lockSubnets = preparedTexts<{ ids: readonly number[] }>('lock_subnets_by_ids', ({ ids }) =>
  knex({ t: table.name })
    .select(...table.selection('t'))
    .whereRaw('t.id = any(?::integer[])', [ids])
    .orderBy('t.id')
    .forNoKeyUpdate(),
);

export const positionsOf = preparedTexts<{ ids: readonly number[] }>('subnet_places', ({ ids }) =>
  knex('subnets').select('master_subnet_id', 'network').whereRaw('id = any(?::integer[])', [ids]),
);

export const lockIdle = preparedTexts<{ id: number }>('lock_idle_subnet', ({ id }) =>
  knex({ t: table.name })
    .select(...table.selection('t'))
    .where('t.id', id)
    .forNoKeyUpdate()
    .skipLocked(),
);
