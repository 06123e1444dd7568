import type { AddressQuery } from '../../../application/ports/inventory.js';
import { hasCustom } from '../records/custom-condition.js';
import { foldCase, soughtId } from '../records/field-columns.js';
import type { Segment, SortKey } from '../records/keyset-list.js';
import { visibleAddresses } from '../records/visibility.js';
import type { Fragment } from '../sessions/session.js';

const byId: SortKey = { sql: 't.id', type: 'int' };
const byAddress: SortKey = { sql: 't.ip', type: 'inet' };

/** What addresses are ordered by that have a text of some sort; those without come first. */
const textOrders = { hostname: 't.hostname_key', mac: 't.mac' } as const;

const orders: Readonly<Record<AddressQuery['order'], readonly SortKey[]>> = {
  id: [byId],
  address: [byAddress, byId],
  hostname: [{ sql: textOrders.hostname, type: 'text' }, { sql: 't.hostname', type: 'text' }, byAddress, byId],
  mac: [{ sql: textOrders.mac, type: 'text' }, byAddress, byId],
};

/**
 * The rows that a query asks for, in its order; first those without the text that they are ordered by.
 * @param further conditions beside those of the query
 */
export function addressSegments(query: AddressQuery, further: readonly Fragment[] = []): readonly Segment[] {
  const { order } = query;
  const where = [...conditions(query), ...further];
  const { ip, hostname, hostnamePrefix, mac } = query;
  const isNarrow = [ip, hostname, hostnamePrefix || undefined, mac].some((given) => given !== undefined);
  if (order === 'id' || order === 'address') return [{ where, keys: orders[order], isNarrow }];
  const unset: Segment = { where: [...where, { sql: `${textOrders[order]} is null`, bindings: [] }], keys: orders.address };
  const set: Segment = {
    where: [...where, { sql: `${textOrders[order]} is not null`, bindings: [] }],
    keys: orders[order],
    isNarrow,
  };
  const isGiven = order === 'mac' ? mac !== undefined : hostname !== undefined || hostnamePrefix !== undefined;
  return isGiven ? [set] : [unset, set];
}

function conditions({
  subnetId,
  ip,
  hostname,
  hostnamePrefix,
  mac,
  tag,
  deviceId,
  location,
  inside,
  custom,
  viewer,
}: AddressQuery): Fragment[] {
  const found: Fragment[] = [];
  const ids = { subnet_id: subnetId, tag, device_id: deviceId, location };
  for (const [column, id] of Object.entries(ids))
    if (id !== undefined) found.push({ sql: `t.${column} = ?`, bindings: [soughtId(id)] });
  if (ip) found.push({ sql: 't.ip = ?::inet', bindings: [ip.toString()] });
  if (inside)
    found.push({
      sql: 't.ip >= ?::inet and t.ip <= ?::inet',
      bindings: [inside.network.toString(), inside.lastAddress.toString()],
    });
  if (hostname !== undefined) found.push({ sql: 't.hostname_key = ?', bindings: [foldCase(hostname)] });
  if (hostnamePrefix !== undefined) found.push(startsWith(hostnamePrefix));
  if (mac !== undefined) found.push({ sql: 't.mac = ?', bindings: [mac] });
  if (custom) found.push(hasCustom('t', custom));
  return [...found, ...visibleAddresses(viewer, 't')];
}

/** A range of the index: the keys are compared bytewise, which orders UTF-8 as it does code points. */
function startsWith(prefix: string): Fragment {
  if (prefix === '') return { sql: 't.hostname_key is not null', bindings: [] };
  const first = foldCase(prefix);
  const next = successorOf(first);
  if (next === undefined) return { sql: 't.hostname_key >= ?', bindings: [first] };
  return { sql: 't.hostname_key >= ? and t.hostname_key < ?', bindings: [first, next] };
}

/** The lowest text above all that begin with a text; undefined when there is none. */
function successorOf(text: string): string | undefined {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === highestPoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last + 1 === firstSurrogate ? lastSurrogate + 1 : last + 1);
}

const highestPoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;
