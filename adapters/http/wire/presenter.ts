import type { ShowRecords } from '../../../application/dns/expected-records.js';
import type { Application } from '../../../application/index.js';
import type { Gateway, SubnetListing } from '../../../application/ports/inventory/subnets.js';
import type { App } from '../../../domain/access/app.js';
import { type Address, addressFields } from '../../../domain/address/address.js';
import { type KindName, kinds } from '../../../domain/catalog/kinds.js';
import type { RecordSet } from '../../../domain/dns/record-set.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { wireNames } from './names.js';
import { type CustomPrinting, type RecordPrinter, recordPrinter } from './record-printer.js';
import { printCalculation } from './subnet-facts.js';
import { WireRecord } from './wire-value.js';

const printSection = recordPrinter(sectionFields, wireNames.section);
const printSubnet = recordPrinter(subnetFields, wireNames.subnet);
const printAddress = recordPrinter(addressFields, wireNames.address);

export async function customPrinting(application: Application, app: App, owner: CustomFieldOwner): Promise<CustomPrinting> {
  const fields = await application.directory.customFields(owner);
  return { names: fields.map((field) => field.name), nested: app.nestCustomFields };
}

export const sectionRecord = (section: Section, custom: CustomPrinting): WireRecord => printSection(section, section, custom);

/** Prints the record of an address. @param show returns its DNS records, if they are included */
export function addressRecord(address: Address, custom: CustomPrinting, show?: ShowRecords): WireRecord {
  const record = printAddress(address, address, custom);
  const sets = show?.(address);
  if (sets !== undefined) record.set('dns_records', sets === null ? null : sets.flatMap(dnsRecords));
  return record;
}

const dnsRecords = ({ name, type, ttl, contents }: RecordSet): WireRecord[] =>
  contents.map((content) => WireRecord.of({ name, type, content, ttl }));

/** Returns a function for the DNS records of a subnet's addresses; undefined if they are not included. */
export async function showRecordsOf(
  { directory, shownRecords }: Application,
  subnetId: number,
): Promise<ShowRecords | undefined> {
  return shownRecords.of(subnetId, (await directory.settings()).dns);
}

/** Fields of subnets and addresses in answers of /prefix/. */
export const selectedFields = {
  subnet: [
    'prefix',
    'sectionId',
    'description',
    'masterSubnetId',
    'resolveDNS',
    'customer_id',
    'isPool',
    'lastScan',
    'lastDiscovery',
  ],
  address: ['subnetId', 'ip', 'is_gateway', 'description', 'hostname', 'mac', 'owner', 'location', 'customer_id'],
} as const;

const only = (fields: FieldSet, names: readonly string[]): FieldSet =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const printSelectedSubnet = recordPrinter(only(subnetFields, selectedFields.subnet), wireNames.subnet);
const printSelectedAddress = recordPrinter(only(addressFields, selectedFields.address), wireNames.address);

export const selectedSubnetRecord = ({ subnet }: SubnetListing, custom: CustomPrinting): WireRecord =>
  printSelectedSubnet(subnet, subnet, custom);

export const selectedAddressRecord = (address: Address, custom: CustomPrinting): WireRecord =>
  printSelectedAddress(address, address, custom);

export const noCustomFields: CustomPrinting = { names: [], nested: false };

const kindPrinters = new Map<string, RecordPrinter>();

/** Print options of a kind. Without `showsSecrets`, secrets are null. */
export interface KindPrinting extends CustomPrinting {
  readonly showsSecrets?: boolean;
}

/** Prints the record of a kind. @param idName set if the path prints the id as `id` */
export function kindRecord(
  kind: KindName,
  record: KindRecord,
  printing: KindPrinting = noCustomFields,
  idName?: 'id',
): WireRecord {
  const key = `${kind} ${idName ?? ''}`;
  let print = kindPrinters.get(key);
  if (!print) {
    print = recordPrinter(kinds[kind].fields, wireNames[kind] ?? {}, idName);
    kindPrinters.set(key, print);
  }
  return print(record, record.values, printing, printing.showsSecrets);
}

export interface SubnetMembers {
  readonly nameservers?: boolean;
  readonly gateway?: 'id' | 'whole';
  readonly calculation?: boolean;
}

/** All computed members, for a single subnet. */
export const fullSubnet: SubnetMembers = { nameservers: true, gateway: 'whole', calculation: true };

export function subnetRecord(
  { subnet, gateway, nameserver }: SubnetListing,
  custom: CustomPrinting,
  members: SubnetMembers = {},
): WireRecord {
  const record = printSubnet(subnet, subnet, custom);
  if (members.nameservers && nameserver) record.set('nameservers', kindRecord('nameserver', nameserver));
  if (members.gateway && gateway) record.set('gatewayId', gateway.id);
  if (members.gateway === 'whole' && gateway) record.set('gateway', gatewayMember(gateway));
  if (members.calculation && !subnet.isFolder) record.set('calculation', printCalculation(subnet.prefix));
  return record;
}

const gatewayMember = (gateway: Gateway): WireRecord => WireRecord.of({ ip_addr: gateway.ip.toString(), id: gateway.id });
