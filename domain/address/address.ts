import { IpamError } from '../errors.js';
import { defineFields, type RecordOf } from '../fields/field.js';
import { type Input, readIp } from '../fields/read-fields.js';
import type { IpAddress } from '../net/ip-address.js';
import { readId } from '../scalar-text.js';

/** Value of lastSeen for an address that never answered. It is not converted between time zones. */
export const unseen = '1970-01-01 00:00:01';

/** In display order. `tag` is the state. */
export const addressFields = defineFields({
  subnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' }, required: true, writeOnce: true },
  ip: { type: 'address', required: true, writeOnce: true },
  is_gateway: { type: 'flag' },
  description: { type: 'text', max: 64 },
  hostname: { type: 'text', max: 255 },
  mac: { type: 'mac' },
  owner: { type: 'text', max: 128 },
  tag: { type: 'reference', ref: { kind: 'tag', onDelete: 'clear' }, default: 2, nullIsNotSent: true },
  deviceId: { type: 'reference', ref: { kind: 'device', onDelete: 'clear' } },
  location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
  port: { type: 'text', max: 32 },
  note: { type: 'multiline', max: 65535 },
  lastSeen: { type: 'timestamp', default: unseen },
  excludePing: { type: 'flag' },
  PTRignore: { type: 'flag' },
  PTR: { type: 'integer', default: 0 },
  firewallAddressObject: { type: 'text', max: 100 },
  editDate: { type: 'timestamp', readOnly: true },
  customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  heldUntil: { type: 'timestamp', readOnly: true, isOptionalOnWire: true },
});

export type Address = RecordOf<typeof addressFields>;

/** @throws IpamError field.type */
export function positionInput(input: Input): { readonly subnetId: number; readonly ip: IpAddress | undefined } {
  const subnetId = readId(input.subnetId);
  if (subnetId === undefined) throw new IpamError('field.type', { field: 'subnetId', expected: 'integer' });
  return { subnetId, ip: readIp(input.ip) };
}
