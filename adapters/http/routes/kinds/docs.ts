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

/** Names of a record in texts, and in operation ids, where the plural has the letter `s`. */
const recordNames: Readonly<Record<KindName, { readonly text: string; readonly id: string }>> = {
  customer: { text: 'a customer', id: 'Customer' },
  location: { text: 'a location', id: 'Location' },
  l2domain: { text: 'an L2 domain', id: 'L2Domain' },
  vlan: { text: 'a VLAN', id: 'Vlan' },
  vrf: { text: 'a VRF', id: 'Vrf' },
  rack: { text: 'a rack', id: 'Rack' },
  deviceType: { text: 'a device type', id: 'DeviceType' },
  device: { text: 'a device', id: 'Device' },
  tag: { text: 'a tag', id: 'Tag' },
  nameserver: { text: 'a set of name servers', id: 'NameServerSet' },
  scanAgent: { text: 'a scan agent', id: 'ScanAgent' },
  nat: { text: 'a NAT rule', id: 'NatRule' },
  range: { text: 'a range', id: 'Range' },
  request: { text: 'a request', id: 'Request' },
};

const oneOf = (kind: KindName): string => recordNames[kind].text;

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
  const { id: name } = recordNames[kind];
  return {
    list: ((controller) => ({
      id: `list${name}s`,
      summary: `List ${title}`,
      text: `Returns all ${title} that are visible to the caller.`,
      answer: showsRecords(schemaUnder(resource, controller)),
      errors: [whenEmpty],
    })) satisfies RouteDocs,
    customFields: customFieldsDoc(`list${name}CustomFields`, title),
    read: ((controller) => ({
      id: `get${name}`,
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
    id: `list${recordNames[kind].id}${referrerId(word)}`,
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
  const { id: name } = recordNames[kind];
  const only = (...codes: readonly (MappableCode | undefined)[]): MappableCode[] => codes.flatMap((code) => (code ? [code] : []));
  return {
    create: {
      id: `create${name}`,
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
      id: `ensure${name}`,
      summary: `Create or update ${oneOf(kind)}`,
      text: ensuring(keyText[kind] ?? ''),
      input: creationOf(kind),
      answer: { shows: 'ensured', opens: location, created: created.message, changed: changed.message },
      errors: [...errors, 'record.ambiguous'],
    },
    change: {
      id: `update${name}`,
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
      id: `delete${name}`,
      summary: `Delete ${oneOf(kind)}`,
      text: `Clears the references of other records to the deleted record. ${selectionDoc}`,
      path: pathOf(kind),
      selectionId: `deleteMatching${name}s`,
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
