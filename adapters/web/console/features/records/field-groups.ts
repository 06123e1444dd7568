import type { FieldDescription } from '../../api/kinds';

const groupNames = [
  'identity',
  'network',
  'place',
  'contact',
  'translation',
  'dns',
  'scanning',
  'snmp',
  'display',
  'access',
  'custom',
  'record',
] as const;
type GroupName = (typeof groupNames)[number];

/** All other fields are in the group of identifying fields. */
const purposes: readonly (readonly [GroupName, RegExp])[] = [
  ['snmp', /^snmp_/],
  ['dns', /^(DNS\w*|PTR\w*|nameserverId|resolveDNS)$/],
  ['scanning', /^(pingSubnet|discoverSubnet|scanAgent|excludePing|lastSeen|lastScan|lastDiscovery|last_access|updateTag)$/],
  ['contact', /^contact_/],
  ['place', /^(location|rack|rack_\w+|row|customer_id|deviceId|device|port)$/],
  ['translation', /^(src|dst|policy)(_\w+)?$/],
  ['network', /^(vlanId|vrfId|domainId|subnetId|linked_subnet|masterSubnetId|sectionId|is_gateway|isFull|isPool|threshold)$/],
  ['display', /^(bgcolor|fgcolor|showtag|compress|showName|showSubnet|showVLAN|showVRF|showSupernetOnly|subnetOrdering|order)$/],
  ['access', /^(sections|permissions|allowRequests|locked|firewallAddressObject)$/],
  ['record', /^(editDate|heldUntil)$/],
];

const groupOf = ({ name, isCustom }: FieldDescription): GroupName =>
  isCustom ? 'custom' : (purposes.find(([, names]) => names.test(name))?.[0] ?? 'identity');

export function groupsOf(fields: readonly FieldDescription[]) {
  const groups = Map.groupBy(fields, groupOf);
  return groupNames.flatMap((name) => {
    const own = groups.get(name);
    return own ? [{ name, fields: own }] : [];
  });
}
