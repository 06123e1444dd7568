import { type Address, unseen } from '../../../domain/address/address.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Section } from '../../../domain/section/section.js';
import type { Folder, Network } from '../../../domain/subnet/subnet.js';

const plain = {
  id: 1,
  custom: {},
  sectionId: 1,
  description: null,
  linked_subnet: null,
  firewallAddressObject: null,
  vrfId: null,
  masterSubnetId: null,
  allowRequests: false,
  vlanId: null,
  showName: false,
  device: null,
  permissions: null,
  pingSubnet: false,
  discoverSubnet: false,
  resolveDNS: false,
  DNSrecursive: false,
  DNSrecords: false,
  nameserverId: null,
  scanAgent: null,
  customer_id: null,
  isFull: false,
  isPool: false,
  tag: 2,
  threshold: 0,
  location: null,
  editDate: null,
  lastScan: null,
  lastDiscovery: null,
  heldUntil: null,
} satisfies Omit<Network, 'prefix' | 'isFolder'>;

export const networkAt = (cidr: string, changes: Partial<Omit<Network, 'prefix'>> = {}): Network => ({
  ...plain,
  prefix: Prefix.parse(cidr),
  isFolder: false,
  ...changes,
});

export const folderOf = (changes: Partial<Omit<Folder, 'prefix'>> = {}): Folder => ({
  ...plain,
  prefix: null,
  isFolder: true,
  ...changes,
});

export const sectionOf = (changes: Partial<Section> = {}): Section => ({
  id: 1,
  custom: {},
  name: 'Customers',
  description: null,
  masterSection: null,
  permissions: null,
  strictMode: true,
  subnetOrdering: null,
  order: null,
  editDate: null,
  showSubnet: true,
  showVLAN: false,
  showVRF: false,
  showSupernetOnly: false,
  DNS: null,
  ...changes,
});

export const addressAt = (ip: string, changes: Partial<Omit<Address, 'ip'>> = {}): Address => ({
  id: 1,
  custom: {},
  subnetId: 1,
  ip: IpAddress.parse(ip),
  is_gateway: false,
  description: null,
  hostname: null,
  mac: null,
  owner: null,
  tag: 2,
  deviceId: null,
  location: null,
  port: null,
  note: null,
  lastSeen: unseen,
  excludePing: false,
  PTRignore: false,
  PTR: 0,
  firewallAddressObject: null,
  editDate: null,
  customer_id: null,
  heldUntil: null,
  ...changes,
});
