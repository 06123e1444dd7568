import { insertRows } from '../../records/record-table.js';
import { subnetTable as table } from '../../records/tables.js';
import { prepared, preparedTexts } from '../../sessions/prepared-statement.js';
import { knex, sql } from '../../sessions/query.js';
import { tellingOfAdded } from '../../usage/usage-changes.js';
import { listing } from './subnet-listing.js';
import { selfAndAbove } from './subnet-tree.js';

export const oneListing = preparedTexts<{ id: number }>('subnet_listing', ({ id }) =>
  knex({ t: table.name })
    .select(...listing.columns)
    .joinRaw(listing.joins?.each ?? '')
    .where('t.id', id),
);

export const oneChild = preparedTexts<{ id: number }>('child_of_subnet', ({ id }) =>
  knex('subnets').select('id').where('master_subnet_id', id).limit(1),
);

export const childOutside = preparedTexts<{ id: number; prefix: string }>('child_outside', ({ id, prefix }) =>
  knex({ t: table.name })
    .select(...table.selection('t'))
    .where('t.master_subnet_id', id)
    .whereNotNull('t.network')
    .whereNot('t.network', '<<', sql`${prefix}::cidr`)
    .orderBy(['t.network', 't.id'])
    .limit(1),
);

export const ancestors = preparedTexts<{ id: number }>('subnet_ancestors', ({ id }) => selfAndAbove(id));

export const placeOf = preparedTexts<{ id: number }>('subnet_place', ({ id }) =>
  knex('subnets').select('master_subnet_id', 'network').where({ id }),
);

export const insertSubnets = prepared<{ rows: string }, { readonly id: number }>('insert_subnets', ({ rows }) =>
  tellingOfAdded(insertRows(table, rows).returning('id')),
);

export const insertForTrial = prepared<{ rows: string }, { readonly id: number }>('insert_subnets_for_trial', ({ rows }) =>
  tellingOfAdded(insertRows(table, rows, { id: 'integer' }).returning('id')),
);

export const expired = prepared<{ until: string; max: number }, { readonly id: number }>(
  'expired_subnets',
  ({ until, max }) => sql`
    select id from subnets where held_until is not null and held_until <= ${until}::timestamp
    order by held_until, id limit ${max}::integer`,
);

export const expiredBelow = prepared<{ masterId: number; until: string; max: number }, { readonly id: number }>(
  'expired_subnets_below',
  ({ masterId, until, max }) => sql`
    select id from subnets
    where master_subnet_id = ${masterId}::integer and held_until is not null and held_until <= ${until}::timestamp
    order by held_until, id limit ${max}::integer`,
);

export const lockIdle = preparedTexts<{ id: number }>('lock_idle_subnet', ({ id }) =>
  knex({ t: table.name })
    .select(...table.selection('t'))
    .where('t.id', id)
    .forNoKeyUpdate()
    .skipLocked(),
);
