import { IpamError } from '../errors.js';
import { defineFields, type RecordOf } from '../fields/field.js';
import { IpAddress } from '../net/ip-address.js';
import { type Prefix, readPrefixLength } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';

/** In display order. `prefix` is the network; `tag` is the state. */
export const subnetFields = defineFields({
  prefix: { type: 'prefix', readOnly: true },
  sectionId: { type: 'reference', ref: { kind: 'section', onDelete: 'cascade' }, required: true },
  description: { type: 'multiline', max: 65535 },
  linked_subnet: { type: 'reference', ref: { kind: 'subnet', onDelete: 'clear' } },
  firewallAddressObject: { type: 'text', max: 100 },
  vrfId: { type: 'reference', ref: { kind: 'vrf', onDelete: 'clear' } },
  masterSubnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' } },
  allowRequests: { type: 'flag' },
  vlanId: { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } },
  showName: { type: 'flag' },
  device: { type: 'reference', ref: { kind: 'device', onDelete: 'clear' } },
  permissions: { type: 'permissions' },
  pingSubnet: { type: 'flag' },
  discoverSubnet: { type: 'flag' },
  resolveDNS: { type: 'flag' },
  DNSrecursive: { type: 'flag' },
  DNSrecords: { type: 'flag' },
  nameserverId: { type: 'reference', ref: { kind: 'nameserver', onDelete: 'clear' } },
  scanAgent: { type: 'reference', ref: { kind: 'scanAgent', onDelete: 'clear' } },
  customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  isFolder: { type: 'flag', writeOnce: true },
  isFull: { type: 'flag' },
  isPool: { type: 'flag' },
  tag: {
    type: 'reference',
    ref: { kind: 'tag', onDelete: 'clear' },
    default: 2,
    nullIsNotSent: true,
    zeroIsNotSent: true,
  },
  threshold: { type: 'integer', max: 100, default: 0 },
  location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
  editDate: { type: 'timestamp', readOnly: true },
  lastScan: { type: 'timestamp', readOnly: true },
  lastDiscovery: { type: 'timestamp', readOnly: true },
  heldUntil: { type: 'timestamp', readOnly: true, isOptionalOnWire: true },
});

type SubnetRecord = RecordOf<typeof subnetFields>;

/** A prefix that contains addresses or smaller networks. */
export type Network = SubnetRecord & { readonly isFolder: false; readonly prefix: Prefix };

/** A grouping container without a prefix. */
export type Folder = Omit<SubnetRecord, 'prefix' | 'isFolder'> & { readonly isFolder: true; readonly prefix: null };

/** A network or a folder. The interface calls both of them subnets. */
export type Subnet = Network | Folder;

export function toSubnet(record: SubnetRecord): Subnet {
  const { prefix } = record;
  return prefix === null ? { ...record, prefix, isFolder: true } : { ...record, prefix, isFolder: false };
}

/** @throws IpamError subnet.isFolder */
export function asNetwork(subnet: Subnet): Network {
  if (subnet.isFolder) throw new IpamError('subnet.isFolder');
  return subnet;
}

/** The network in the input of a change. The prefix length may have any form. */
export interface ExpectedNetwork {
  readonly network?: unknown;
  readonly length?: unknown;
}

/** @throws IpamError subnet.networkFixed, subnet.maskFixed */
export function checkSameNetwork({ prefix }: Pick<Subnet, 'prefix'>, { network, length }: ExpectedNetwork): void {
  if (network !== undefined && !isSameNetwork(prefix, network)) throw new IpamError('subnet.networkFixed');
  if (length !== undefined && !isSameLength(prefix, length)) throw new IpamError('subnet.maskFixed');
}

const isEmpty = (value: unknown): boolean => value === null || value === '';

function isSameNetwork(prefix: Prefix | null, value: unknown): boolean {
  if (!prefix && isEmpty(value)) return true;
  const text = scalarText(value)?.trim();
  return text !== undefined && IpAddress.readOrDecimal(text)?.equals(prefix?.network ?? ofFolder) === true;
}

function isSameLength(prefix: Prefix | null, value: unknown): boolean {
  if (!prefix) return isEmpty(value);
  return readPrefixLength(scalarText(value) ?? '') === prefix.length;
}

/** The network address of folders in responses. */
const ofFolder = IpAddress.of(4, 0n);
