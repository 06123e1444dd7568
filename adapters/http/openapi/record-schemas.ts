import { type KindName, kindOf, ofEachKind } from '../../../domain/catalog/kinds.js';
import { type RecordType, shapeOf } from '../../../domain/catalog/record-types.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { type WireNames, wireNames } from '../wire/names.js';
import { selectedFields } from '../wire/presenter.js';
import { fieldMeanings, usualMeanings } from './field-meanings.js';
import { integerUpTo, listOf, objectOf, ofTypesOrNull, refTo, type Schema, value, withNumbers } from './schema.js';

/** Names of record schemas; those of kinds equal the kind's name. */
export type RecordSchemaName =
  | RecordType
  | 'subnetAtLength'
  | 'subnetWithUsage'
  | 'selectedSubnet'
  | 'selectedAddress'
  | 'vlanUnderId'
  | 'vrfUnderId'
  | 'natObjects'
  | 'natObjectsFull';

export const namesOf = (name: RecordType): WireNames => wireNames[name] ?? {};

export function meaningOf(name: RecordType, field: string): string {
  const meanings: Readonly<Record<string, string | undefined>> = { ...usualMeanings, ...fieldMeanings[name] };
  return meanings[field] ?? '';
}

interface Beside {
  readonly idName?: string;
  readonly only?: readonly string[];
  readonly members?: Readonly<Record<string, Schema>>;
  readonly optional?: readonly string[];
}

function recordSchema(name: RecordType, description: string, beside: Beside = {}): Schema {
  const { fields, owner } = shapeOf(name);
  const names = namesOf(name);
  const { idName = names.id ?? 'id', only, members = {}, optional = [] } = beside;
  const own = Object.entries(fields)
    .filter(([field, { hidden }]) => !hidden && (only?.includes(field) ?? true))
    .flatMap(([field, definition]) => membersOfField(name, field, definition, names));
  const twice = Object.entries(names.shownTwice ?? {}).map(
    ([member, field]) => [member, { ...value('textOrNull'), description: `As ${field}.` }] as const,
  );
  const whenSet = Object.keys(fields).filter((field) => fields[field]?.isOptionalOnWire && (only?.includes(field) ?? true));
  const all: Readonly<Record<string, Schema>> = {
    [idName]: value('id'),
    ...Object.fromEntries(own),
    ...Object.fromEntries(twice),
    ...members,
    custom_fields: {
      description: 'Custom fields, if the application nests them; null for none.',
      type: ['object', 'null'],
      additionalProperties: value('customValue'),
    },
    links: { description: 'Operations of the record; see the parameter `links`.', ...listOf(refTo('link')) },
  };
  return withNumbers(
    {
      description,
      ...objectOf(all, 'custom_fields', 'links', ...whenSet, ...optional),
      additionalProperties: owner ? value('customValue') : false,
    },
    { additionalProperties: owner ? customField : undefined },
  );
}

const customField: Schema = { description: 'Custom field by its name.' };

function membersOfField(
  record: RecordType,
  name: string,
  field: FieldDefinition,
  { alwaysText, zeroWhenUnset }: WireNames,
): (readonly [string, Schema])[] {
  if (field.type === 'prefix')
    return [
      ['subnet', { description: 'Address of the network; 0.0.0.0 for a folder.', type: 'string' }],
      ['mask', { description: 'Prefix length; null for a folder.', type: ['string', 'null'], pattern: '^\\d{1,3}$' }],
    ];
  const meaning = meaningOf(record, name);
  const description = field.secret ? `${meaning} ${secretNote}` : meaning;
  if (alwaysText?.includes(name)) return [[name, { description, type: 'string', pattern: '^-?\\d+$' }]];
  return [[name, { ...printed(field, zeroWhenUnset?.includes(name) ?? false), description }]];
}

const secretNote =
  'A secret: only administrators read it, through an application that may write. For other callers it is null, excluded from filters and sorting, and unchanged if written back empty.';

function printed(field: FieldDefinition, isZeroWhenUnset: boolean): Schema {
  switch (field.type) {
    case 'flag':
      return value('flag');
    case 'timestamp':
      return value('timeOrNull');
    case 'permissions':
      return value('permissions');
    case 'integer':
      return integerUpTo(field.max, value(field.required ? 'integer' : 'integerOrNull'));
    case 'number':
      return ofTypesOrNull(['number', 'string'], {});
    case 'reference':
      return value(isZeroWhenUnset || field.required ? 'id' : 'idOrNull');
    case 'enum':
      return withNumbers({ enum: [...field.values, null] }, { enum: undefined, type: ['string', 'null'] });
    default:
      return field.required ? { type: 'string' } : value('textOrNull');
  }
}

const ofKind = (name: KindName): string => `One of the ${kindOf(name).title}.`;

const gateway: Schema = {
  description: 'Gateway address; absent without a gateway.',
  ...objectOf({ ip_addr: { type: 'string' }, id: value('id') }),
};

const computedOfSubnet: Readonly<Record<string, Schema>> = {
  nameservers: refTo('nameserver', 'Set of name servers; absent without one.'),
  gatewayId: value('id', 'ID of the gateway address; absent without a gateway.'),
  gateway,
};

const calculation = refTo('calculation', 'Values calculated from the network; absent for a folder.');

export function recordSchemas(): Readonly<Record<RecordSchemaName, Schema>> {
  const ofSubnet = Object.keys(computedOfSubnet);
  const subnetWords = 'A subnet: a network, or a folder.';
  const bothSides = (of: Schema): Beside => ({ members: { src: of, dst: of } });
  return {
    ...ofEachKind((name) => recordSchema(name, ofKind(name))),
    section: recordSchema('section', 'Group of subnets with its own permissions.'),
    subnet: recordSchema('subnet', subnetWords, {
      members: { ...computedOfSubnet, calculation },
      optional: [...ofSubnet, 'calculation'],
    }),
    subnetAtLength: recordSchema('subnet', `${subnetWords} Permissions and location are complete records.`, {
      members: { ...computedOfSubnet, permissions: refTo('permissionsAtLength'), location: refTo('locationAtLength') },
      optional: ofSubnet,
    }),
    subnetWithUsage: recordSchema('subnet', `${subnetWords} A folder has no usage and no addresses.`, {
      members: { ...computedOfSubnet, usage: refTo('usage'), addresses: listOf(refTo('address')) },
      optional: [...ofSubnet, 'usage', 'addresses'],
    }),
    selectedSubnet: recordSchema('subnet', 'A subnet selected by a custom field.', {
      only: selectedFields.subnet,
      members: { usage: refTo('usage', 'With the parameter `usage`.') },
      optional: ['usage'],
    }),
    address: recordSchema('address', 'One address of a subnet.', {
      members: {
        dns_records: {
          description:
            'DNS records of the address, if DNS records are enabled and the subnet has DNSrecords 1; null while the server does not answer.',
          type: ['array', 'null'],
          items: refTo('dnsRecord'),
        },
      },
      optional: ['dns_records'],
    }),
    selectedAddress: recordSchema('address', 'An address selected by a custom field.', { only: selectedFields.address }),
    vlanUnderId: recordSchema('vlan', ofKind('vlan'), { idName: 'id' }),
    vrfUnderId: recordSchema('vrf', ofKind('vrf'), { idName: 'id' }),
    natObjects: recordSchema('nat', 'A NAT rule with the IDs of its objects.', bothSides(refTo('idsBySort'))),
    natObjectsFull: recordSchema('nat', 'A NAT rule with the records of its objects.', bothSides(refTo('recordsBySort'))),
  };
}

export const partialSchemaName = (name: string): string => `${name}Part`;

/** Returns the schemas of records reduced by the parameter `fields`. */
export const partialRecordSchemas = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(recordSchemas()).map(([name, schema]) => [
      partialSchemaName(name),
      { ...schema, description: 'Members selected by the parameter `fields`.', required: [] },
    ]),
  );
