import type { FieldDefinition, FieldSet } from '../../../domain/fields/field.js';
import { columnFinder, type FindColumn, plainTitle, type RowKind } from '../../../domain/transfer/columns.js';

/** Titles of other programs by column name, in lower case without blanks. */
export const foreignTitles: Readonly<Partial<Record<RowKind, Readonly<Record<string, readonly string[]>>>>> = {
  address: {
    ip: ['ipaddress', 'ipaddr', 'address'],
    mac: ['macaddress', 'hwaddr'],
    is_gateway: ['gateway', 'isgateway'],
    hostname: ['host', 'name', 'dns', 'dnsname', 'fqdn'],
    tag: ['state', 'ipstate', 'status'],
    deviceId: ['switch'],
    customer_id: ['customer'],
  },
  subnet: {
    mask: ['netmask', 'subnetmask', 'prefixlength', 'prefixlen'],
    subnet: ['network', 'prefix'],
    masterSubnetId: ['mastersubnet'],
    tag: ['state', 'status'],
    vlan: ['vlannumber'],
    nameserverId: ['nameservers'],
    customer_id: ['customer'],
  },
};

/** Columns of a Kea lease file without a corresponding field of addresses. */
const leaseOnly: ReadonlySet<string> = new Set(
  (
    'client_id duid valid_lifetime pref_lifetime expire subnet_id fqdn_fwd fqdn_rev state user_context pool_id lease_type iaid ' +
    'prefix_len hwtype hwaddr_source'
  ).split(' '),
);

const isLeaseFile = (kind: RowKind, titles: readonly string[]): boolean =>
  kind === 'address' && ['address', 'hwaddr', 'valid_lifetime', 'expire'].every((title) => titles.includes(title));

/**
 * Our names of columns take precedence over those of other programs.
 * @param columns all columns of the file; in a Kea lease file, the lease columns are ignored
 */
export function fileColumnFinder(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
  columns: readonly string[] = [],
): FindColumn {
  const find = columnFinder(kind, fields, custom);
  const isLease = isLeaseFile(kind, columns);
  const ours = new Map(
    Object.entries(foreignTitles[kind] ?? {}).flatMap(([name, titles]) => titles.map((title) => [title, name])),
  );
  return (title) => {
    const column = find(title) ?? find(ours.get(plainTitle(title)) ?? title);
    const isCustom = column?.is === 'value' && custom.has(column.field);
    return isLease && !isCustom && leaseOnly.has(title) ? { is: 'ignored' } : column;
  };
}
