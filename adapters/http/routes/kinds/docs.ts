import { type KindName, kindOf } from '../../../../domain/catalog/kinds.js';
import type { MappableCode } from '../../error-mapping.js';
import type { InputDoc, RouteDoc, RouteDocs } from '../../openapi/docs.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import { constant, type Schema } from '../../openapi/schema.js';
import { wireNames } from '../../wire/names.js';
import {
  changeOf,
  confirms,
  creationOf,
  customFieldsDoc,
  ensuring,
  errorsInCustomFields,
  errorsInFields,
  errorsInSelection,
  idOf,
  selectionDoc,
  selectionMembers,
  showsRecord,
  showsRecords,
} from '../common/docs.js';
import type { ReferrerList } from './kind-records.js';
import type { KindResource, KindResourceWrites } from './kind-resource.js';

const rulesOf: Readonly<Partial<Record<KindName, readonly MappableCode[]>>> = {
  vlan: ['vlan.numberNegative', 'vlan.numberTooHigh', 'vlan.numberTaken'],
  rack: ['rack.inUse', 'rack.outside', 'rack.occupied'],
  device: ['rack.outside', 'rack.occupied'],
  nat: ['address.unknown', 'subnet.unknown'],
  l2domain: ['vlan.numberTaken'],
  vrf: ['subnet.overlapAfterChange', 'subnet.conflictAfterChange'],
};

const keyText: Readonly<Partial<Record<KindName, string>>> = {
  vlan: 'its L2 domain (`domainId`; without it, the default domain) and its number',
  vrf: 'its name',
  l2domain: 'its name',
  device: 'its hostname',
};

const underIds: Readonly<Partial<Record<KindName, RecordSchemaName>>> = { vlan: 'vlanUnderId', vrf: 'vrfUnderId' };

const recordText: Readonly<Record<KindName, string>> = {
  customer: 'a customer',
  location: 'a location',
  l2domain: 'an L2 domain',
  vlan: 'a VLAN',
  vrf: 'a VRF',
  rack: 'a rack',
  deviceType: 'a device type',
  device: 'a device',
  tag: 'a tag',
  nameserver: 'a set of name servers',
  scanAgent: 'a scan agent',
  nat: 'a NAT rule',
  range: 'a range',
  request: 'a request',
};

const idNames: Readonly<Record<KindName, { readonly one: string; readonly several: string }>> = {
  customer: { one: 'Customer', several: 'Customers' },
  location: { one: 'Location', several: 'Locations' },
  l2domain: { one: 'L2Domain', several: 'L2Domains' },
  vlan: { one: 'Vlan', several: 'Vlans' },
  vrf: { one: 'Vrf', several: 'Vrfs' },
  rack: { one: 'Rack', several: 'Racks' },
  deviceType: { one: 'DeviceType', several: 'DeviceTypes' },
  device: { one: 'Device', several: 'Devices' },
  tag: { one: 'Tag', several: 'Tags' },
  nameserver: { one: 'NameServerSet', several: 'NameServerSets' },
  scanAgent: { one: 'ScanAgent', several: 'ScanAgents' },
  nat: { one: 'NatRule', several: 'NatRules' },
  range: { one: 'Range', several: 'Ranges' },
  request: { one: 'Request', several: 'Requests' },
};

const oneOf = (kind: KindName): string => recordText[kind];

/** Returns the record schema for a controller's name. */
export const schemaUnder = ({ kind, views }: KindResource, controller: string): RecordSchemaName =>
  (views[controller]?.idName === 'id' && underIds[kind]) || kind;

/** Kinds with their own id name accept the id under that name too. */
const idMembersOf = (kind: KindName): Pick<InputDoc, 'ids'> => {
  const { id } = wireNames[kind] ?? {};
  return id === undefined ? {} : { ids: { [id]: idOf(oneOf(kind)) } };
};

const pathOf = (kind: KindName): Readonly<Record<string, Schema>> => ({ id: idOf(oneOf(kind)) });

export function kindReadDocs(resource: KindResource) {
  const { kind, whenEmpty, one } = resource;
  const { title } = kindOf(kind);
  const names = idNames[kind];
  return {
    list: ((controller) => ({
      id: `list${names.several}`,
      summary: `List ${title}`,
      text: `Returns all ${title} that are visible to the caller.`,
      answer: showsRecords(schemaUnder(resource, controller)),
      errors: [whenEmpty],
    })) satisfies RouteDocs,
    customFields: customFieldsDoc(`list${names.one}CustomFields`, title),
    read: ((controller) => ({
      id: `get${names.one}`,
      summary: `Retrieve ${oneOf(kind)}`,
      text: 'Selects the record by its id.',
      path: pathOf(kind),
      answer: showsRecord(schemaUnder(resource, controller)),
      errors: [one.notNumeric, one.unknown],
    })) satisfies RouteDocs,
  };
}

const referrerText: Readonly<Record<string, string>> = { ipaddresses: 'addresses', vlans: 'VLANs' };

/** E.g. `Addresses`, for the path segments `addresses` and `ipaddresses`. */
const referrerId = (word: string): string =>
  word === 'ipaddresses' ? 'Addresses' : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export function referrerDocs({ kind, lists, whenEmpty }: KindResource, { word, shows }: ReferrerList): RouteDoc {
  const { id } = lists;
  return {
    id: `list${idNames[kind].one}${referrerId(word)}`,
    summary: `List ${referrerText[word] ?? word} that refer to ${oneOf(kind)}`,
    text: 'Selects the referring records by the id in the path.',
    path: pathOf(kind),
    answer: showsRecords(shows),
    errors: [id.notNumeric, ...(id.unknown ? [id.unknown] : []), lists.whenEmpty[word] ?? whenEmpty],
  };
}

export function kindWriteDocs({ kind, location }: KindResource, writes: KindResourceWrites) {
  const { created, changed, deleted, changeId, deleteId, nothingToCreate, nothingToChange, addresses } = writes;
  const errors: readonly MappableCode[] = [
    ...errorsInFields,
    ...(kindOf(kind).customFields ? errorsInCustomFields : []),
    ...(rulesOf[kind] ?? []),
    'kind.taken',
    'kind.unknown',
  ];
  const names = idNames[kind];
  const only = (...codes: readonly (MappableCode | undefined)[]): MappableCode[] => codes.flatMap((code) => (code ? [code] : []));
  return {
    create: {
      id: `create${names.one}`,
      summary: `Create ${oneOf(kind)}`,
      text: 'Creates the record with the fields of the request. Other fields get their defaults.',
      input: creationOf(kind),
      answer: {
        shows: 'created',
        opens: location,
        ...(created.message === undefined ? {} : { message: created.message }),
        ...(created.data === undefined ? {} : { data: constant(String(created.data)) }),
      },
      errors: [...errors, ...only(nothingToCreate, addresses && 'address.malformed')],
    },
    ensure: {
      id: `ensure${names.one}`,
      summary: `Create or update ${oneOf(kind)}`,
      text: ensuring(keyText[kind] ?? ''),
      input: creationOf(kind),
      answer: { shows: 'ensured', opens: location, created: created.message, changed: changed.message },
      errors: [...errors, 'record.ambiguous'],
    },
    change: {
      id: `update${names.one}`,
      summary: `Update ${oneOf(kind)}`,
      text: 'Updates the fields of the request; other fields are unchanged.',
      path: pathOf(kind),
      input: changeOf(kind, { named: 'id' }),
      answer: confirms(changed.message),
      errors: [
        ...errors,
        ...only(changeId.missing, changeId.notNumeric, changeId.unknown, nothingToChange),
        'record.nothingToChange',
        'kind.inUse',
      ],
    },
    remove: {
      id: `delete${names.one}`,
      summary: `Delete ${oneOf(kind)}`,
      text: `Clears the references of other records to the deleted record. ${selectionDoc}`,
      path: pathOf(kind),
      selectionId: `deleteMatching${names.several}`,
      input: { members: selectionMembers, named: 'id', others: {}, ids: { ...idMembersOf(kind).ids, expect: {} } },
      answer: confirms(deleted.message),
      errors: [
        'kind.inUse',
        'kind.unknown',
        ...(rulesOf[kind] ?? []),
        ...only(deleteId.missing, deleteId.notNumeric, deleteId.unknown),
        ...errorsInSelection,
      ],
    },
  } as const satisfies Readonly<Record<string, RouteDoc>>;
}
