import type { AddressQuery } from '../../application/ports/inventory.js';
import { foldCase, soughtId } from './field-columns.js';
import type { Segment, SortKey } from './keyset-list.js';
import type { Fragment } from './session.js';
import { visibleAddresses } from './visibility.js';

const byId: SortKey = { sql: 't.id', type: 'int' };
const byAddress: SortKey = { sql: 't.ip', type: 'inet' };

const orders: Readonly<Record<AddressQuery['order'], readonly SortKey[]>> = {
  id: [byId],
  address: [byAddress, byId],
  hostname: [{ sql: 't.hostname', type: 'text' }, byAddress, byId],
  mac: [{ sql: 't.mac', type: 'text' }, byAddress, byId],
};

/** The rows that a query asks for, in its order; first those without the text that they are ordered by. */
export function addressSegments(query: AddressQuery): readonly Segment[] {
  const { order } = query;
  const where = conditions(query);
  if (order === 'id' || order === 'address') return [{ where, keys: orders[order] }];
  const unset: Segment = { where: [...where, { sql: `t.${order} is null`, bindings: [] }], keys: orders.address };
  const set: Segment = { where: [...where, { sql: `t.${order} is not null`, bindings: [] }], keys: orders[order] };
  const isGiven = order === 'mac' ? query.mac !== undefined : query.hostname !== undefined || query.hostnamePrefix !== undefined;
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
  custom,
  viewer,
}: AddressQuery): Fragment[] {
  const found: Fragment[] = [];
  const ids = { subnet_id: subnetId, tag, device_id: deviceId, location };
  for (const [column, id] of Object.entries(ids))
    if (id !== undefined) found.push({ sql: `t.${column} = ?`, bindings: [soughtId(id)] });
  if (ip) found.push({ sql: 't.ip = ?::inet', bindings: [ip.toString()] });
  if (hostname !== undefined) found.push({ sql: 't.hostname_key = ?', bindings: [foldCase(hostname)] });
  if (hostnamePrefix !== undefined) found.push(startsWith(hostnamePrefix));
  if (mac !== undefined) found.push({ sql: 't.mac = ?', bindings: [mac] });
  if (custom) found.push(hasCustom(custom.field, custom.value));
  return [...found, ...visibleAddresses(viewer, 't')];
}

function startsWith(prefix: string): Fragment {
  if (prefix === '') return { sql: 't.hostname is not null', bindings: [] };
  return { sql: 't.hostname_key like ?', bindings: [`${foldCase(prefix).replace(/[\\%_]/g, '\\$&')}%`] };
}

/** Holds for a custom value that is this text, or a number or flag that reads so. An index knows rows with custom values. */
function hasCustom(field: string, text: string): Fragment {
  const readings: (string | number | boolean)[] = [text];
  if (String(Number(text)) === text && Number.isFinite(Number(text))) readings.push(Number(text));
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  const contained = readings.map(() => 't.custom @> ?::jsonb').join(' or ');
  return { sql: `t.custom <> '{}' and (${contained})`, bindings: readings.map((value) => JSON.stringify({ [field]: value })) };
}
