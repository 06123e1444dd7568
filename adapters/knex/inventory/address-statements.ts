import type { Address } from '../../../domain/address/address.js';
import { type LowerEnd, raiseLowerEnd } from '../free-space/free-address-statements.js';
import type { Selection } from '../records/keyset-list.js';
import { insertRows } from '../records/record-table.js';
import { addressTable as table } from '../records/tables.js';
import { hiddenFromPlanner, knex, type Marker, prepared, preparedTexts, sql } from '../sessions/sql.js';
import { withUsageChanges, withUsageChangesOfMoved } from '../usage/usage-changes.js';

export const selection: Selection = { name: table.name, table: table.name, columns: table.selection('t') };

export const addressInSubnet = preparedTexts<{ subnetId: number; ip: string }>('address_in_subnet', ({ subnetId, ip }) =>
  knex({ t: table.name })
    .select(...selection.columns)
    .where('t.subnet_id', subnetId)
    .where('t.ip', ip),
);

/**
 * The used addresses among `ips`, by one lookup for each. With a single condition for all, PostgreSQL before 17 reads all addresses
 * of the subnet.
 */
const usedAmong = (subnetId: Marker, ips: Marker) => sql`
  select held.ip from unnest(${hiddenFromPlanner(sql`${ips}::inet[]`)}) wanted(ip) cross join lateral (
    select ip from addresses where subnet_id = ${subnetId}::integer and ip between wanted.ip and wanted.ip offset 0
  ) held`;

export const lowestOf = preparedTexts<{ subnetId: number; ips: readonly string[] }>('lowest_of_addresses', ({ subnetId, ips }) =>
  knex.select(sql`host(min(held.ip))`).from(sql`(${usedAmong(subnetId, ips)}) held`),
);

export const existingAmong = prepared<{ subnetId: number; ips: readonly string[] }, { readonly ip: string }>(
  'held_addresses',
  ({ subnetId, ips }) => sql`select distinct host(held.ip) as ip from (${usedAmong(subnetId, ips)}) held`,
);

export const lowestOutside = preparedTexts<{ subnetId: number; first: string; last: string }>(
  'address_outside',
  ({ subnetId, first, last }) => {
    const lowest = (sign: '<' | '>', end: Marker) =>
      knex(table.name).select('ip').where('subnet_id', subnetId).where('ip', sign, end).orderBy('ip').limit(1);
    return sql`select host(coalesce(${lowest('<', first)}, ${lowest('>', last)}))`;
  },
);

const forChange = (ids: Marker) =>
  knex({ t: table.name })
    .select(...selection.columns)
    .whereRaw('t.id = any(?::integer[])', [ids])
    .orderBy('t.id')
    .forNoKeyUpdate();

/** Locks by ascending id, as recordSeen does, which avoids deadlocks. */
export const lockAddresses = preparedTexts<{ ids: readonly number[] }>('lock_addresses_by_ids', ({ ids }) => forChange(ids));

/** Skips rows locked by another transaction. */
export const lockAddressesAtOnce = preparedTexts<{ ids: readonly number[] }>('lock_addresses_at_once', ({ ids }) =>
  forChange(ids).skipLocked(),
);

/** Returns the deleted addresses, by subnet. */
export const deleteAddresses = prepared<
  { ids: readonly number[]; at: string | null },
  { readonly subnet_id: number; readonly ips: readonly string[] }
>(
  'delete_addresses_by_ids',
  ({ ids, at }) => sql`
    with gone as (delete from addresses where id = any(${ids}::integer[]) returning subnet_id, ip, tag),
    recorded as (insert into usage_changes (subnet_id, tag, change) select subnet_id, tag, -1 from gone),
    freed as (
      insert into freed_addresses (subnet_id, ip, freed_at) select subnet_id, ip, ${at}::timestamp from gone
      where ${at}::timestamp is not null on conflict (subnet_id, ip) do update set freed_at = excluded.freed_at
    )
    select subnet_id, json_agg(host(ip)) as ips from gone group by subnet_id`,
);

export const expired = (until: string, max: number) =>
  knex('addresses').select('id', 'subnet_id').where('held_until', '<=', until).orderBy(['held_until', 'id']).limit(max);

export const expiredInSubnet = prepared<{ subnetId: number; until: string; max: number }, ExpiredHoldRow>(
  'expired_addresses_in_subnet',
  ({ subnetId, until, max }) => sql`
    select id, subnet_id from addresses
    where subnet_id = ${subnetId}::integer and held_until is not null and held_until <= ${until}::timestamp
    order by held_until, id limit ${max}::integer`,
);

const ownColumns = { id: 'integer', hostname_key: 'text' };

const inserted = (rows: Marker) => insertRows(table, rows, ownColumns).returning(['subnet_id', 'tag']);

export const insertAddressRows = prepared<{ rows: string }>('insert_addresses', ({ rows }) =>
  withUsageChanges(inserted(rows), 1),
);

/** Inserts addresses, and raises the lower end of the gap that contains them. */
export const insertFromLowerEnd = prepared<{ rows: string } & LowerEnd>('insert_from_lower_end', (markers) =>
  withUsageChanges(inserted(markers.rows), 1, raiseLowerEnd(markers)),
);

export interface ExpiredHoldRow {
  readonly id: number;
  readonly subnet_id: number;
}

/** Updates by ascending id, which avoids deadlocks. */
export const recordSeen = prepared<{ ids: readonly number[]; at: string }>(
  'note_seen',
  ({ ids, at }) => sql`
    update addresses set last_seen = ${at}::timestamp from (
      select id from addresses where id = any(${ids}::integer[]) and coalesce(last_seen < ${at}::timestamp, true)
      order by id for no key update) seen
    where addresses.id = seen.id`,
);

export type MovedRange = { readonly from: number; readonly to: number; readonly first: string; readonly last: string };

export const moveAddresses = prepared<MovedRange>('move_addresses', ({ from, to, first, last }) => {
  const moved = knex(table.name).where('subnet_id', from).where('ip', '>=', first).where('ip', '<=', last);
  return withUsageChangesOfMoved(moved.update({ subnet_id: to }).returning('tag'), from, to);
});

/** Updates by ascending id, as recordSeen does. */
export const noteReverseRecords = prepared<
  { ids: readonly number[]; subnetIds: readonly number[]; numbers: readonly number[] },
  Pick<Address, 'id' | 'PTR'>
>(
  'note_reverse_records',
  ({ ids, subnetIds, numbers }) => sql`
    with held as materialized (
      select id, subnet_id, ptr from addresses where id = any(${ids}::integer[]) order by id for no key update
    ), before as materialized (
      select held.id, held.ptr, given.ptr as number
      from unnest(${ids}::integer[], ${subnetIds}::integer[], ${numbers}::integer[]) given(id, subnet_id, ptr)
      join held on held.id = given.id and held.subnet_id = given.subnet_id
      where coalesce(held.ptr, 0) <> given.ptr
    ), noted as (
      update addresses set ptr = before.number from before
      where addresses.id = before.id and addresses.id = any(${ids}::integer[])
    )
    select id, ptr as "PTR" from before`,
);
