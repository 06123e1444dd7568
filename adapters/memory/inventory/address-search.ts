import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import type { Address } from '../../../domain/address/address.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { meetsAll } from '../../../domain/listing/condition.js';
import { selected } from '../../../domain/listing/list-query.js';
import { rangeContains } from '../../../domain/net/address-range.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { positionOf, referenceIndex } from '../records/owners.js';
import { addressOf } from '../records/records.js';
import { filtered, mapped } from '../records/stream.js';
import { isBehind, type Table } from '../records/table.js';
import { byAll, compareBytewise, foldCase, nullFirst } from '../records/text-order.js';
import { hasCustom } from './conditions.js';

type Rows = Table<KindRecord>;

/** Evaluated lazily if an index has the order of the query. */
export function searchAddresses(rows: Rows, query: AddressQuery): Iterable<Address> {
  const { found: all, order } = candidates(rows, query);
  const found = filtered(all, (row) => meetsAll(row, query.where));
  if (query.listQuery) {
    const met = filtered(found, (row) => meets(addressOf(row), query));
    return mapped(selected(met, query.listQuery), (row) => addressOf(row));
  }
  const met = filtered(
    mapped(found, (row) => addressOf(row)),
    (address) => meets(address, query),
  );
  return order === query.order ? met : [...met].sort(orders[query.order]);
}

/** Returns a superset of the matching rows, as small as one index permits, and its order. */
function candidates(rows: Rows, query: AddressQuery): { found: Iterable<KindRecord>; order?: AddressQuery['order'] } {
  const { ip, subnetId, subnetIds, inside } = query;
  if (ip) return { found: rows.under('ip', [positionOf(ip)]) };
  if (subnetId !== undefined) return { found: rows.under('place', [subnetId]), order: 'address' };
  if (subnetIds) return { found: ofSubnets(rows, subnetIds), order: 'subnet' };
  for (const field of ['deviceId', 'location', 'tag'] as const) {
    const id = query[field];
    if (id !== undefined) return { found: rows.under(referenceIndex(field), [id]), order: 'id' };
  }
  if (inside) return { found: within(rows, inside), order: 'address' };
  return query.order === 'address' ? { found: rows.under('ip', []), order: 'address' } : { found: rows.rows(), order: 'id' };
}

function* ofSubnets(rows: Rows, ids: readonly number[]): Generator<KindRecord, void, undefined> {
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) yield* rows.under('place', [id]);
}

function* within(rows: Rows, { network, lastAddress }: Prefix): Generator<KindRecord, void, undefined> {
  const last = positionOf(lastAddress);
  for (const [key, id] of rows.index('ip').entries([positionOf(network)])) {
    if (isBehind(key, 0, last)) return;
    const row = rows.get(id);
    if (row) yield row;
  }
}

const exactConditions = ['subnetId', 'mac', 'tag', 'deviceId', 'location'] as const;

function meets(address: Address, query: AddressQuery): boolean {
  const { subnetIds, ip, hostname, hostnamePrefix, inside, range, custom } = query;
  const ownHostname = hostnameKey(address) ?? undefined;
  if (subnetIds && !subnetIds.includes(address.subnetId)) return false;
  if (ip && !address.ip.equals(ip)) return false;
  if (hostname !== undefined && ownHostname !== foldCase(hostname)) return false;
  if (hostnamePrefix !== undefined && !ownHostname?.startsWith(foldCase(hostnamePrefix))) return false;
  if (inside && !inside.containsAddress(address.ip)) return false;
  if (range && !rangeContains(range, address.ip)) return false;
  if (custom && !hasCustom(address, custom)) return false;
  return exactConditions.every((field) => query[field] === undefined || address[field] === query[field]);
}

const byAddress = byAll<Address>(
  (a, b) => a.ip.compare(b.ip),
  (a, b) => a.id - b.id,
);
const hostnameKey = ({ hostname }: Address): string | null => (hostname === null ? null : foldCase(hostname));
const byText = nullFirst<string>(compareBytewise);

const orders: Readonly<Record<AddressQuery['order'], (a: Address, b: Address) => number>> = {
  id: (a, b) => a.id - b.id,
  address: byAddress,
  subnet: byAll<Address>((a, b) => a.subnetId - b.subnetId, byAddress),
  hostname: byAll<Address>(
    (a, b) => byText(hostnameKey(a), hostnameKey(b)),
    (a, b) => byText(a.hostname, b.hostname),
    byAddress,
  ),
  mac: byAll<Address>((a, b) => byText(a.mac, b.mac), byAddress),
};
