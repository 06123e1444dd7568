import type { RowKind } from './columns.js';

/** Column names of this system by Infoblox column. Other columns are ignored. */
type Columns = Readonly<Record<string, string>>;

const network: Columns = { address: 'subnet', netmask: 'mask', cidr: 'mask', comment: 'description' };
const host: Columns = { comment: 'description' };

const types: Readonly<Partial<Record<RowKind, Readonly<Record<string, Columns>>>>> = {
  subnet: {
    networkcontainer: network,
    network,
    ipv6networkcontainer: network,
    ipv6network: network,
  },
  address: {
    hostrecord: { ...host, fqdn: 'hostname', addresses: 'ip', ipv6_addresses: 'ip' },
    hostaddress: { ...host, parent: 'hostname', address: 'ip', mac_address: 'mac' },
    ipv6hostaddress: { ...host, parent: 'hostname', address: 'ip' },
    fixedaddress: { ...host, name: 'hostname', ip_address: 'ip', mac_address: 'mac' },
    ipv6fixedaddress: { ...host, name: 'hostname', ip_address: 'ip' },
  },
};

/** Undefined if the record type contains no records of the kind. */
export function infobloxColumns(kind: RowKind, type: string): Columns | undefined {
  const ofKind = types[kind] ?? {};
  return Object.hasOwn(ofKind, type) ? ofKind[type] : undefined;
}

/** A host record contains its addresses. Files with this type also have separate records for these addresses. */
export const hostType = 'hostrecord';
export const hostAddressType = 'hostaddress';

/** In the order of a table. */
export const infobloxTitles = (kind: RowKind): readonly string[] => [
  ...new Set(Object.values(types[kind] ?? {}).flatMap((columns) => Object.values(columns))),
];
