import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import type { AddressRange } from '../../../domain/net/address-range.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { successorOf } from '../lists/list-column.js';
import { furtherConditions, listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { applyAll, type Condition, condition, equal, fixed, formOf, valuesOf } from '../records/condition.js';
import { hasCustom } from '../records/custom-condition.js';
import { foldCase, lookupId } from '../records/field-columns.js';
import type { Segment, SortKey } from '../records/keyset-list.js';
import { addressTable } from '../records/tables.js';
import { visibleAddresses } from '../records/visibility.js';
import { knex } from '../sessions/sql.js';

const byId: SortKey = { sql: 't.id', type: 'int' };
const byAddress: SortKey = { sql: 't.ip', type: 'inet' };

/** Sort columns of optional texts. Addresses without the text come first. */
const textOrders = { hostname: 't.hostname_key', mac: 't.mac' } as const;

const orders: Readonly<Record<AddressQuery['order'], readonly SortKey[]>> = {
  id: [byId],
  address: [byAddress, byId],
  subnet: [{ sql: 't.subnet_id', type: 'int' }, byAddress],
  hostname: [{ sql: textOrders.hostname, type: 'text' }, { sql: 't.hostname', type: 'text' }, byAddress, byId],
  mac: [{ sql: textOrders.mac, type: 'text' }, byAddress, byId],
};

/**
 * Returns the segments of the list, in the order of the query. If it is sorted by hostname or MAC, addresses without this value
 * come first.
 * @param further additional conditions
 */
export function addressSegments(query: AddressQuery, further: readonly Condition[] = []): readonly Segment[] {
  const { order, listQuery, subnetId } = query;
  const where = [...addressConditions(query), ...further];
  if (listQuery) return listSegments(addressTable, where, listQuery);
  const { ip, hostname, hostnamePrefix, mac } = query;
  const isNarrow = [ip, hostname, hostnamePrefix || undefined, mac].some((markers) => markers !== undefined);
  if (order === 'address' && subnetId !== undefined) return [{ where, keys: [byAddress], isNarrow }]; // unique within a subnet
  if (order === 'id' || order === 'address' || order === 'subnet') return [{ where, keys: orders[order], isNarrow }];
  const unset: Segment = {
    where: [...where, fixed(`no ${order}`, (list) => list.whereNull(textOrders[order]))],
    keys: orders.address,
  };
  const set: Segment = {
    where: [...where, fixed(`any ${order}`, (list) => list.whereNotNull(textOrders[order]))],
    keys: orders[order],
    isNarrow,
  };
  const isPresent = order === 'mac' ? mac !== undefined : hostname !== undefined || hostnamePrefix !== undefined;
  return isPresent ? [set] : [unset, set];
}

export function addressConditions({
  subnetId,
  subnetIds,
  ip,
  hostname,
  hostnamePrefix,
  mac,
  tag,
  deviceId,
  location,
  inside,
  range,
  custom,
  sharing,
  viewer,
  where,
  listQuery,
}: AddressQuery): Condition[] {
  const found: Condition[] = [];
  const ids = { subnet_id: subnetId, tag, device_id: deviceId, location };
  for (const [column, id] of Object.entries(ids)) if (id !== undefined) found.push(equal(column, lookupId(id)));
  if (subnetIds) found.push(isInSubnets(subnetIds.map(lookupId)));
  if (ip) found.push(equal('ip', ip.toString()));
  if (inside) found.push(isInside(inside));
  if (range) found.push(isInRange(range));
  if (hostname !== undefined) found.push(equal('hostname_key', foldCase(hostname)));
  if (hostnamePrefix !== undefined) found.push(startsWith(hostnamePrefix));
  if (mac !== undefined) found.push(equal('mac', mac));
  if (custom) found.push(hasCustom(custom));
  if (sharing) found.push(sharesWith(sharing, visibleAddresses(viewer)));
  const asked = [...furtherConditions(addressTable, where), ...listConditions(addressTable, listQuery)];
  return [...found, ...visibleAddresses(viewer), ...asked];
}

/** Condition on addresses that share a value with another address. @param seen conditions on the other address, as `t` */
function sharesWith(by: keyof typeof textOrders, seen: readonly Condition[]): Condition {
  const [column, conditions] = [textOrders[by], formOf(seen)];
  return {
    form: conditions === undefined ? undefined : `shared ${by}${conditions}`,
    values: valuesOf(seen),
    apply: (query, markers) => {
      const others = knex({ t: 'addresses' })
        .select(knex.raw('1'))
        .where(column, knex.ref('own.shared_value'))
        .whereNot('t.id', knex.ref('own.own_id'));
      query
        .joinRaw(`cross join lateral (select ${column} as shared_value, t.id as own_id) own`)
        .whereNotNull(column)
        .whereExists(applyAll(seen, others, markers));
    },
  };
}

const isInSubnets = (ids: readonly number[]): Condition =>
  condition('in subnets', { subnet_ids: ids }, (query, markers) =>
    query.whereRaw('t.subnet_id = any(?::integer[])', [markers.subnet_ids]),
  );

const isInside = ({ network, lastAddress }: Prefix): Condition =>
  condition('inside', { lowest: network.toString(), highest: lastAddress.toString() }, (query, { lowest, highest }) =>
    query.where('t.ip', '>=', lowest).where('t.ip', '<=', highest),
  );

const isInRange = ({ first, last }: AddressRange): Condition =>
  condition('range', { first: first.toString(), last: last.toString() }, (query, markers) =>
    query.where('t.ip', '>=', markers.first).where('t.ip', '<=', markers.last),
  );

/** A range of the index. The index compares bytes, which is the order of code points in UTF-8. */
function startsWith(prefix: string): Condition {
  if (prefix === '') return fixed('named', (query) => query.whereNotNull('t.hostname_key'));
  const from = foldCase(prefix);
  const to = successorOf(from);
  if (to === undefined)
    return condition('name from', { from }, (query, markers) => query.where('t.hostname_key', '>=', markers.from));
  return condition('name between', { from, to }, (query, markers) =>
    query.where('t.hostname_key', '>=', markers.from).where('t.hostname_key', '<', markers.to),
  );
}
