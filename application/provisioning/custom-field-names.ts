import { addressFields } from '../../domain/address/address.js';
import type { CustomFieldOwner } from '../../domain/catalog/custom-field.js';
import type { FieldSet } from '../../domain/catalog/field.js';
import { kinds } from '../../domain/catalog/kinds.js';
import { sectionFields } from '../../domain/section/section.js';
import { subnetFields } from '../../domain/subnet/subnet.js';

/** Fields that a record has by itself. */
const ownFields: Readonly<Record<CustomFieldOwner, FieldSet>> = {
  sections: sectionFields,
  subnets: subnetFields,
  addresses: addressFields,
  vlans: kinds.vlan.fields,
  vrfs: kinds.vrf.fields,
  l2domains: kinds.l2domain.fields,
  devices: kinds.device.fields,
  locations: kinds.location.fields,
  racks: kinds.rack.fields,
};

/** Words that answers or requests use beside the fields of records; a custom field of that name could not be told apart. */
const reservedNames: ReadonlySet<string> = new Set(
  [
    ...['id', 'id2', 'id3', 'id4', 'app_id', 'controller', 'links', 'custom_fields', 'filter_by', 'filter_value', 'filter_match'],
    ...[
      'subnet',
      'mask',
      'ip',
      'ip_addr',
      'state',
      'switch',
      'tid',
      'vlanId',
      'vrfId',
      'domainId',
      'gateway',
      'gatewayId',
      'nameservers',
    ],
    ...['usage', 'calculation', 'addresses', 'subnets', 'remove_dns', 'href', 'rel'],
  ].map((name) => name.toLowerCase()),
);

/** A name that works as a member of JSON, an element of XML and a parameter of a request. */
const nameShape = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** What is wrong with a custom field's name, as the end of a sentence; undefined when it may be used. */
export function problemWithName(on: CustomFieldOwner, name: string): string | undefined {
  if (!nameShape.test(name)) return 'must begin with a letter and consist of at most 64 letters, digits, _ and -';
  const lower = name.toLowerCase();
  const taken = reservedNames.has(lower) || Object.keys(ownFields[on]).some((field) => field.toLowerCase() === lower);
  return taken ? `is the name of something that ${on} have already` : undefined;
}
