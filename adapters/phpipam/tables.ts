import type { ImportEntity } from '../../application/ports/register.js';
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

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

const table = (entity: ImportEntity, columns: string, others: Partial<Table> = {}): Table => ({
  ...{ entity, key: 'id', names: {}, columns: words(columns) },
  ...others,
});

export const tables: Readonly<Record<string, Table>> = {
  sections: table(
    'section',
    'name description masterSection permissions strictMode subnetOrdering order editDate showSubnet showVLAN showVRF showSupernetOnly DNS',
    { custom: 'sections' },
  ),
  subnets: table(
    'subnet',
    'sectionId description linked_subnet firewallAddressObject vrfId masterSubnetId allowRequests vlanId showName device permissions pingSubnet discoverSubnet resolveDNS DNSrecursive DNSrecords nameserverId scanAgent customer_id isFolder isFull isPool threshold location editDate lastScan lastDiscovery',
    { names: { subnet: 'network', mask: 'length', state: 'tag' }, custom: 'subnets' },
  ),
  // dns_name: up to 1.2
  ipaddresses: table(
    'address',
    'subnetId is_gateway description hostname mac owner location port note lastSeen excludePing PTRignore PTR firewallAddressObject editDate customer_id',
    { names: { ip_addr: 'ip', state: 'tag', switch: 'deviceId', dns_name: 'hostname' }, custom: 'addresses' },
  ),
  vlans: table('vlan', 'domainId name number description editDate customer_id', { key: 'vlanId', custom: 'vlans' }),
  vlanDomains: table('l2domain', 'name description', { names: { permissions: 'sections' }, custom: 'l2domains' }),
  vrf: table('vrf', 'name rd description sections editDate customer_id', { key: 'vrfId', custom: 'vrfs' }),
  nameservers: table('nameserver', 'name namesrv1 description permissions editDate'),
  // vendor, model: up to 1.2
  devices: table(
    'device',
    'hostname type description sections snmp_community snmp_version snmp_port snmp_timeout snmp_queries snmp_v3_sec_level snmp_v3_auth_protocol snmp_v3_auth_pass snmp_v3_priv_protocol snmp_v3_priv_pass snmp_v3_ctx_name snmp_v3_ctx_engine_id rack rack_start rack_size rack_deep location editDate',
    { names: { ip_addr: 'ip' }, unmapped: words('vendor model'), custom: 'devices' },
  ),
  deviceTypes: table('deviceType', 'tname tdescription bgcolor fgcolor', { key: 'tid' }),
  racks: table('rack', 'name size subrack location row hasBack topDown description customer_id', { custom: 'racks' }),
  locations: table('location', 'name description address lat long', { custom: 'locations' }),
  ipTags: table('tag', 'type showtag bgcolor fgcolor compress locked updateTag'),
  scanAgents: table('scanAgent', 'name description type code last_access'),
  customers: table('customer', 'title address postcode city lat long contact_person contact_phone contact_mail note status', {
    names: { state: 'tag' },
  }),
  nat: table('nat', 'name type src dst src_port dst_port device description policy policy_dst'),
  // dns_name: up to 1.2
  requests: table(
    'request',
    'subnetId ip_addr description mac hostname owner requester comment processed accepted adminComment',
    { names: { state: 'tag', dns_name: 'hostname' } },
  ),
  userGroups: table('group', '', { key: 'g_id', names: { g_name: 'name', g_desc: 'description' }, needless: ['editDate'] }),
  users: table(
    'user',
    'username authMethod password groups role real_name email disabled lastLogin lastActivity module_permissions editVlan 2fa 2fa_secret',
    {
      unmapped: words('passkey_only favourite_subnets'),
      needless: words(
        'domainUser widgets lang mailNotify mailChangelog passChange editDate compressOverride hideFreeRange menuType menuCompact compress_actions theme ui printLimit pdns editCircuits pstn token token_valid_until',
      ),
    },
  ),
  api: table(
    'app',
    'app_id app_code app_permissions app_comment app_security app_lock app_lock_type app_lock_wait app_nest_custom_fields app_show_links',
    { needless: words('app_last_access') },
  ),
  settings: table('settings', 'link_field vlanDuplicate vlanMax'),
  changelog: table('change', 'ctype coid cuser caction cresult cdate cdiff', { key: 'cid' }),
};
