import type { ImportEntity } from '../../application/ports/transfer/register.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { Value } from './rows.js';

export type RowValues = ReadonlyMap<string, Value>;

/** A phpIPAM table with importable records. */
export interface Table {
  readonly entity: ImportEntity;
  readonly key: string;
  readonly names: Readonly<Record<string, string>>;
  /** Further columns of all versions; the field has the same name. */
  readonly columns: readonly string[];
  /** Columns of some versions without an equivalent. */
  readonly unmapped?: readonly string[];
  /** Columns of some versions that only phpIPAM uses, e.g. page colours. */
  readonly needless?: readonly string[];
  /** The owner of custom fields in additional columns. */
  readonly custom?: CustomFieldOwner;
}

const words = (text: string): readonly string[] => text.split(' ');

export const tables: Readonly<Record<string, Table>> = {
  sections: {
    entity: 'section',
    key: 'id',
    names: {},
    columns: words(
      'name description masterSection permissions strictMode subnetOrdering order editDate showSubnet showVLAN showVRF showSupernetOnly DNS',
    ),
    custom: 'sections',
  },
  subnets: {
    entity: 'subnet',
    key: 'id',
    names: { subnet: 'network', mask: 'length', state: 'tag' },
    columns: words(
      'sectionId description linked_subnet firewallAddressObject vrfId masterSubnetId allowRequests vlanId showName device permissions pingSubnet discoverSubnet resolveDNS DNSrecursive DNSrecords nameserverId scanAgent customer_id isFolder isFull isPool threshold location editDate lastScan lastDiscovery',
    ),
    custom: 'subnets',
  },
  ipaddresses: {
    entity: 'address',
    key: 'id',
    names: { ip_addr: 'ip', state: 'tag', switch: 'deviceId', dns_name: 'hostname' }, // dns_name: up to 1.2
    columns: words(
      'subnetId is_gateway description hostname mac owner location port note lastSeen excludePing PTRignore PTR firewallAddressObject editDate customer_id',
    ),
    custom: 'addresses',
  },
  vlans: {
    entity: 'vlan',
    key: 'vlanId',
    names: {},
    columns: words('domainId name number description editDate customer_id'),
    custom: 'vlans',
  },
  vlanDomains: {
    entity: 'l2domain',
    key: 'id',
    names: { permissions: 'sections' },
    columns: words('name description'),
    custom: 'l2domains',
  },
  vrf: {
    entity: 'vrf',
    key: 'vrfId',
    names: {},
    columns: words('name rd description sections editDate customer_id'),
    custom: 'vrfs',
  },
  nameservers: { entity: 'nameserver', key: 'id', names: {}, columns: words('name namesrv1 description permissions editDate') },
  devices: {
    entity: 'device',
    key: 'id',
    names: { ip_addr: 'ip' },
    columns: words(
      'hostname type description sections snmp_community snmp_version snmp_port snmp_timeout snmp_queries snmp_v3_sec_level snmp_v3_auth_protocol snmp_v3_auth_pass snmp_v3_priv_protocol snmp_v3_priv_pass snmp_v3_ctx_name snmp_v3_ctx_engine_id rack rack_start rack_size rack_deep location editDate',
    ),
    unmapped: words('vendor model'), // up to 1.2
    custom: 'devices',
  },
  deviceTypes: { entity: 'deviceType', key: 'tid', names: {}, columns: words('tname tdescription bgcolor fgcolor') },
  racks: {
    entity: 'rack',
    key: 'id',
    names: {},
    columns: words('name size subrack location row hasBack topDown description customer_id'),
    custom: 'racks',
  },
  locations: {
    entity: 'location',
    key: 'id',
    names: {},
    columns: words('name description address lat long'),
    custom: 'locations',
  },
  ipTags: { entity: 'tag', key: 'id', names: {}, columns: words('type showtag bgcolor fgcolor compress locked updateTag') },
  scanAgents: { entity: 'scanAgent', key: 'id', names: {}, columns: words('name description type code last_access') },
  customers: {
    entity: 'customer',
    key: 'id',
    names: { state: 'tag' },
    columns: words('title address postcode city lat long contact_person contact_phone contact_mail note status'),
  },
  nat: {
    entity: 'nat',
    key: 'id',
    names: {},
    columns: words('name type src dst src_port dst_port device description policy policy_dst'),
  },
  requests: {
    entity: 'request',
    key: 'id',
    names: { state: 'tag', dns_name: 'hostname' }, // dns_name: up to 1.2
    columns: words('subnetId ip_addr description mac hostname owner requester comment processed accepted adminComment'),
  },
  userGroups: {
    entity: 'group',
    key: 'g_id',
    names: { g_name: 'name', g_desc: 'description' },
    columns: [],
    needless: ['editDate'],
  },
  users: {
    entity: 'user',
    key: 'id',
    names: {},
    columns: words(
      'username authMethod password groups role real_name email disabled lastLogin lastActivity module_permissions editVlan 2fa 2fa_secret',
    ),
    unmapped: words('passkey_only favourite_subnets'),
    needless: words(
      'domainUser widgets lang mailNotify mailChangelog passChange editDate compressOverride hideFreeRange menuType menuCompact compress_actions theme ui printLimit pdns editCircuits pstn token token_valid_until',
    ),
  },
  api: {
    entity: 'app',
    key: 'id',
    names: {},
    columns: words(
      'app_id app_code app_permissions app_comment app_security app_lock app_lock_type app_lock_wait app_nest_custom_fields app_show_links',
    ),
    needless: words('app_last_access'),
  },
  settings: { entity: 'settings', key: 'id', names: {}, columns: words('link_field vlanDuplicate vlanMax') },
  changelog: {
    entity: 'change',
    key: 'cid',
    names: {},
    columns: words('ctype coid cuser caction cresult cdate cdiff'),
  },
};
