import { IpamError } from '../errors.js';
import { defineKind } from '../fields/kind.js';

export const customer = defineKind({
  name: 'customer',
  title: 'customers',
  fields: {
    title: { type: 'text', max: 128, required: true },
    address: { type: 'text', max: 255 },
    postcode: { type: 'text', max: 32 },
    city: { type: 'text', max: 255 },
    tag: { type: 'text', max: 255 },
    lat: { type: 'text', max: 31 },
    long: { type: 'text', max: 31 },
    contact_person: { type: 'multiline', max: 65535 },
    contact_phone: { type: 'text', max: 32 },
    contact_mail: { type: 'text', max: 254 },
    note: { type: 'multiline', max: 65535 },
    status: { type: 'enum', values: ['Active', 'Reserved', 'Inactive'], default: 'Active' },
  },
  uniqueTogether: [['title']],
});

export const location = defineKind({
  name: 'location',
  title: 'locations',
  fields: {
    name: { type: 'text', max: 128, required: true },
    description: { type: 'multiline', max: 65535 },
    address: { type: 'text', max: 128 },
    lat: { type: 'text', max: 31 },
    long: { type: 'text', max: 31 },
  },
  links: ['subnets', 'devices', 'racks', 'ipaddresses'],
  customFields: 'locations',
});

/** A set of switches with a common VLAN number space. */
export const l2domain = defineKind({
  name: 'l2domain',
  title: 'L2 domains',
  fields: {
    name: { type: 'text', max: 64, required: true },
    description: { type: 'multiline', max: 65535 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    number: { type: 'integer' },
    domainId: { type: 'integer', default: 1 },
    editDate: { type: 'timestamp', readOnly: true },
  },
  links: ['vlans'],
  customFields: 'l2domains',
});

/** A layer 2 broadcast domain (IEEE 802.1Q) with a number in an L2 domain. */
export const vlan = defineKind({
  name: 'vlan',
  title: 'VLANs',
  fields: {
    domainId: { type: 'reference', ref: { kind: 'l2domain', onDelete: { moveTo: 1 } }, default: 1 },
    name: { type: 'text', max: 255, required: true },
    number: { type: 'integer', max: 4294967295, required: true },
    description: { type: 'multiline', max: 65535 },
    editDate: { type: 'timestamp', readOnly: true },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['subnets'],
  rules: {
    numberRange: ({ number }, { highestVlanNumber }) =>
      typeof number === 'number' && number > highestVlanNumber
        ? new IpamError('vlan.numberTooHigh', { max: highestVlanNumber })
        : undefined,
  },
  customFields: 'vlans',
});

/** A separate routing table (RFC 4364); `rd` is its route distinguisher. */
export const vrf = defineKind({
  name: 'vrf',
  title: 'VRFs',
  fields: {
    name: { type: 'text', max: 32, required: true },
    rd: { type: 'text', max: 32 },
    description: { type: 'multiline', max: 256 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    editDate: { type: 'timestamp', readOnly: true },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['subnets'],
  uniqueTogether: [['name']],
  customFields: 'vrfs',
});

/** `size` is the number of rack units. */
export const rack = defineKind({
  name: 'rack',
  title: 'racks',
  fields: {
    name: { type: 'text', max: 64, required: true },
    size: { type: 'integer', min: 1, max: 1000 },
    subrack: { type: 'flag' },
    location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
    row: { type: 'integer', default: 1 },
    hasBack: { type: 'flag' },
    topDown: { type: 'flag' },
    description: { type: 'multiline', max: 65535 },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['devices'],
  customFields: 'racks',
});

export const deviceType = defineKind({
  name: 'deviceType',
  title: 'device types',
  fields: {
    tname: { type: 'text', max: 128 },
    tdescription: { type: 'text', max: 128 },
    bgcolor: { type: 'text', max: 7, default: '#E6E6E6' },
    fgcolor: { type: 'text', max: 7, default: '#000' },
  },
  links: ['devices'],
});

export const device = defineKind({
  name: 'device',
  title: 'devices',
  fields: {
    hostname: { type: 'text', max: 255, required: true },
    ip: { type: 'text', max: 100 },
    type: { type: 'reference', ref: { kind: 'deviceType', onDelete: 'clear' } },
    description: { type: 'multiline', max: 256 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    snmp_community: { type: 'text', max: 100, secret: true },
    snmp_version: { type: 'enum', values: ['0', '1', '2', '3'], default: '0' },
    snmp_port: { type: 'integer', max: 65535, default: 161 },
    snmp_timeout: { type: 'integer', default: 1000 },
    snmp_queries: { type: 'text', max: 128 },
    snmp_v3_sec_level: { type: 'enum', values: ['none', 'noAuthNoPriv', 'authNoPriv', 'authPriv'], default: 'none' },
    snmp_v3_auth_protocol: { type: 'enum', values: ['none', 'MD5', 'SHA'], default: 'none' },
    snmp_v3_auth_pass: { type: 'text', max: 64, secret: true },
    snmp_v3_priv_protocol: { type: 'enum', values: ['none', 'DES', 'AES'], default: 'none' },
    snmp_v3_priv_pass: { type: 'text', max: 64, secret: true },
    snmp_v3_ctx_name: { type: 'text', max: 64 },
    snmp_v3_ctx_engine_id: { type: 'text', max: 64 },
    rack: { type: 'reference', ref: { kind: 'rack', onDelete: 'clear' } },
    rack_start: { type: 'integer' },
    rack_size: { type: 'integer' },
    rack_deep: { type: 'flag' },
    location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
    editDate: { type: 'timestamp', readOnly: true },
  },
  links: ['addresses', 'subnets'],
  customFields: 'devices',
});

/** State of an address or subnet: offline, used, reserved, DHCP, or user-defined. */
export const tag = defineKind({
  name: 'tag',
  title: 'tags',
  fields: {
    type: { type: 'text', max: 32, required: true },
    showtag: { type: 'flag', default: true },
    bgcolor: { type: 'text', max: 7, default: '#000' },
    fgcolor: { type: 'text', max: 7, default: '#fff' },
    compress: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    locked: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    updateTag: { type: 'flag' },
  },
  links: ['addresses'],
  isLocked: ({ locked }) => locked === 'Yes',
});

/** A set of DNS resolvers; `namesrv1` contains their addresses separated by semicolons. */
export const nameserver = defineKind({
  name: 'nameserver',
  title: 'name servers',
  fields: {
    name: { type: 'text', max: 255, required: true },
    namesrv1: { type: 'text', max: 255 },
    description: { type: 'multiline', max: 65535 },
    permissions: { type: 'idList', ref: { kind: 'section' } },
    editDate: { type: 'timestamp', readOnly: true },
  },
});

export const scanAgent = defineKind({
  name: 'scanAgent',
  title: 'scan agents',
  fields: {
    name: { type: 'text', max: 128, required: true },
    description: { type: 'multiline', max: 65535 },
    type: { type: 'enum', values: ['direct', 'api', 'mysql'], default: 'direct' },
    code: { type: 'text', max: 32, secret: true },
    last_access: { type: 'timestamp', readOnly: true },
  },
  uniqueTogether: [['code']],
});

/** A network address translation (RFC 3022); `src` and `dst` contain ids of addresses and subnets by kind. */
export const nat = defineKind({
  name: 'nat',
  title: 'NAT rules',
  fields: {
    name: { type: 'text', max: 64 },
    type: { type: 'enum', values: ['source', 'static', 'destination'], default: 'source' },
    src: { type: 'objects' },
    dst: { type: 'objects' },
    src_port: { type: 'integer', max: 65535 },
    dst_port: { type: 'integer', max: 65535 },
    device: { type: 'reference', ref: { kind: 'device', onDelete: 'clear' } },
    description: { type: 'multiline', max: 65535 },
    policy: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    policy_dst: { type: 'text', max: 255 },
  },
});

/** Informational only. */
export const rangePurposes = ['reserved', 'dhcp', 'static', 'pool'] as const;
export type RangePurpose = (typeof rangePurposes)[number];

/** never: not allocated; named: requests need the name of the range; first: before the other addresses of the network */
export const rangeAllocations = ['never', 'named', 'first'] as const;
export type RangeAllocation = (typeof rangeAllocations)[number];

/** Consecutive addresses of a network with a common purpose. The ranges of a network do not overlap. */
export const range = defineKind({
  name: 'range',
  title: 'ranges',
  fields: {
    subnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' }, required: true, writeOnce: true },
    name: { type: 'text', max: 64, required: true, notBlank: true },
    first: { type: 'address', required: true },
    last: { type: 'address', required: true },
    purpose: { type: 'enum', values: rangePurposes, default: 'reserved', nullIsNotSent: true },
    allocation: { type: 'enum', values: rangeAllocations, default: 'never', nullIsNotSent: true },
    description: { type: 'multiline', max: 65535 },
    editDate: { type: 'timestamp', readOnly: true },
  },
  within: 'subnetId',
  bandsAddresses: true,
  uniqueTogether: [['subnetId', 'name']],
});

/** All states except `open` are final. */
export const requestStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

export const maxRequestedAddresses = 64;

const longestComment = 2000;

/**
 * A user's request for addresses or a network in a subnet. `ip_addr` is the first or only requested address; `mask` is the
 * prefix length of a requested network. `tag` and texts apply to the new records. `heldIds` are the held addresses or the held
 * network of an open request.
 */
export const request = defineKind({
  name: 'request',
  title: 'requests',
  fields: {
    subnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' }, required: true, writeOnce: true },
    state: { type: 'enum', values: requestStates, default: 'open', readOnly: true, isOptionalOnWire: true },
    ip_addr: { type: 'address' },
    count: { type: 'integer', min: 1, max: maxRequestedAddresses, default: 1, nullIsNotSent: true },
    mask: { type: 'integer', min: 0, max: 128 },
    description: { type: 'text', max: 64 },
    hostname: { type: 'text', max: 255 },
    mac: { type: 'mac' },
    owner: { type: 'text', max: 128 },
    tag: { type: 'reference', ref: { kind: 'tag', onDelete: 'clear' } },
    comment: { type: 'multiline', max: longestComment, required: true, notBlank: true },
    until: { type: 'timestamp' },
    requester: { type: 'text', max: 255, readOnly: true },
    requesterId: { type: 'integer', readOnly: true },
    requestedAt: { type: 'timestamp', readOnly: true },
    adminComment: { type: 'multiline', max: longestComment, readOnly: true, isOptionalOnWire: true },
    decidedBy: { type: 'text', max: 255, readOnly: true },
    decidedAt: { type: 'timestamp', readOnly: true },
    heldUntil: { type: 'timestamp', readOnly: true, isOptionalOnWire: true },
    heldIds: { type: 'text', max: 1024, readOnly: true, isOptionalOnWire: true },
    results: { type: 'multiline', max: 65535, readOnly: true, isOptionalOnWire: true },
    editDate: { type: 'timestamp', readOnly: true },
  },
  within: 'subnetId',
  owner: 'requesterId',
});
