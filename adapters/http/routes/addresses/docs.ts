import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, type Schema, value } from '../../openapi/schema.js';
import {
  addressCriteriaMembers,
  bulkDocs,
  explainMember,
  holdMember,
  mistakesInHold,
  newHoldMember,
} from '../common/allocation-docs.js';
import {
  addressInPath,
  addressText,
  changeOf,
  confirms,
  creationOf,
  customFieldsDoc,
  ensuring,
  historyDoc,
  idOf,
  mistakesInCustomFields,
  mistakesInFields,
  mistakesInSelection,
  scopeMembers,
  selectionDoc,
  selectionMembers,
  showsRecord,
  showsRecords,
} from '../common/docs.js';

const text = (description: string): Schema => ({ description, type: 'string' });

const path = {
  id: idOf('the address'),
  subnetId: idOf('the subnet'),
  ip: addressInPath,
  hostname: text('A host name.'),
  hostbase: text('The beginning of a host name.'),
  mac: { description: 'A MAC address in any common form.', type: 'string', examples: ['00:11:22:33:44:55'] },
  value: text('A value of the custom field that links addresses (`linkField` of the settings).'),
} as const satisfies Readonly<Record<string, Schema>>;

/** Paths with an address and its subnet; the address replaces the id. */
const inSubnet = {
  ...path,
  subnetId: { description: 'The id of the subnet; behind an id it plays no part.', type: 'string', minLength: 1 },
  id: { description: 'The id of the address; with a subnet behind it, the address itself.', type: 'string', minLength: 1 },
};

const tagPath = { id: idOf('the tag') };
const noTag = ['path.tagInvalid', 'path.tagUnknown'] as const;
const writing = [
  ...mistakesInFields,
  ...mistakesInCustomFields,
  ...mistakesInHold,
  'address.exists',
  'address.notInSubnet',
  'subnet.hasChildren',
  'subnet.isFolder',
  'subnet.unknown',
] as const;
const ignored: Schema = { description: 'Passed over: the service chooses.' };
const keepDns: Schema = {
  description: 'What the address has in the DNS by this service goes with it; 0, false or nothing keeps it.',
  type: ['string', 'integer', 'boolean', 'null'],
  default: 1,
};

export const addressDocs = {
  list: {
    summary: 'All addresses',
    text: 'Those that the caller sees, by id.',
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  search: {
    summary: 'An address wherever it is held',
    text: 'Several subnets may hold it.',
    path,
    needs: ['ip'],
    answer: showsRecords('address'),
    errors: ['path.addressInvalid', 'list.noAddressFound'],
  },
  searchHostname: {
    summary: 'The addresses of a host name',
    path,
    needs: ['hostname'],
    answer: showsRecords('address'),
    errors: ['list.noHostname'],
  },
  searchHostbase: {
    summary: 'The addresses whose host names begin with a text',
    text: 'By host name.',
    path,
    needs: ['hostbase'],
    answer: showsRecords('address'),
    errors: ['list.noHostbase'],
  },
  searchMac: {
    summary: 'The addresses of a MAC address',
    path,
    needs: ['mac'],
    answer: showsRecords('address'),
    errors: ['path.macInvalid', 'list.noHostbase'],
  },
  searchLinked: {
    summary: 'The addresses that a custom field links together',
    text: 'Administrators set which field that is (`linkField`).',
    path,
    needs: ['value'],
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  customFields: customFieldsDoc('addresses'),
  findFree: {
    summary: 'The first free address of a subnet',
    text: 'Nothing is taken: the next request may get the same one. A `POST` to the same path takes it.',
    path,
    query: {
      subnetId: { ...idOf('the subnet'), description: 'The id of the subnet, where the path names none.' },
      ...addressCriteriaMembers,
      ...explainMember,
    },
    answer: { shows: 'plain', data: { anyOf: [addressText, listOf(addressText)] }, isExplained: true },
    errors: [
      'allocation.noAddress',
      'allocation.rangeInvalid',
      'allocation.rangeMixed',
      'subnet.isFolder',
      'field.type',
      'field.range',
    ],
  },
  tags: {
    summary: 'All tags',
    text: 'States of addresses and subnets.',
    answer: showsRecords('tag'),
    errors: ['path.tagUnknown'],
  },
  tagged: {
    summary: 'The addresses with a tag',
    path: tagPath,
    query: { subnetId: { ...idOf('a subnet'), description: 'Only the addresses of this subnet.' } },
    answer: showsRecords('address'),
    errors: [...noTag, 'list.noAddresses'],
  },
  tag: { summary: 'One tag', path: tagPath, answer: showsRecord('tag'), errors: noTag },
  ping: {
    summary: 'Probe an address now',
    text: 'Notes in `lastSeen` that it answered. Administrators switch it on (`scan.enabled`).',
    path,
    answer: shows(
      objectOf({
        scan_type: text('The program that probed: fping, ping, or none.'),
        exit_code: value(
          'integer',
          '0: it answered; 1: it did not; 1001: pings are switched off; anything else: it could not be probed.',
        ),
        result_code: text('The same in a word: SUCCESS, OFFLINE, SCANNING_DISABLED...'),
        message: text('The same for people.'),
      }),
    ),
    errors: ['path.addressIdInvalid', 'address.unknown', 'ping.busy'],
  },
  history: {
    ...historyDoc('an address'),
    path,
    errors: ['path.addressIdInvalid', 'address.unknown', 'list.noChanges'],
  },
  read: {
    summary: 'One address',
    text: 'By its id, or by itself and its subnet.',
    path: inSubnet,
    answer: showsRecord('address'),
    errors: ['path.addressIdInvalid', 'path.addressInvalid', 'address.unknown'],
  },
  allocate: {
    summary: 'Take the first free address of a subnet',
    text: 'In one step that nobody can come between: no address is ever given out twice. The answer shows the address. Several are taken with `count`, and others than the lowest with `policy`, `from`, `to` and `quarantine`; a custom field that has the name of one of these is meant instead.',
    path,
    input: {
      named: 'subnetId',
      fields: { of: 'address', as: 'create', without: ['ip', 'subnetId'] },
      members: {
        ...addressCriteriaMembers,
        ...newHoldMember,
        ...explainMember,
        ip: ignored,
        ip_addr: ignored,
        subnetId: { ...idOf('the subnet'), type: ['integer', 'string'], pattern: '^\\d{1,10}$' },
      },
    },
    answer: {
      shows: 'created',
      opens: 'addresses',
      message: 'Address created',
      data: addressText,
      isExplained: true,
      several: {
        message: 'Addresses created',
        data: listOf(
          objectOf({ id: value('id', 'The id of the address; missing where it is only tried.'), ip: addressText }, 'id'),
        ),
      },
    },
    errors: [
      ...writing,
      'path.subnetIdentifier',
      'allocation.subnetFull',
      'allocation.noAddress',
      'allocation.rangeInvalid',
      'allocation.rangeMixed',
      'allocation.oneGateway',
    ],
  },
  ensure: {
    summary: 'See to it that an address is there with some values',
    text: `${ensuring('its subnet and the address itself')} What is held is confirmed, unless \`hold\` says how long it is held.`,
    input: creationOf('address', { members: newHoldMember }),
    answer: { shows: 'ensured', opens: 'addresses', created: 'Address created', changed: 'Address updated' },
    errors: writing,
  },
  bulk: bulkDocs('addresses'),
  create: {
    summary: 'Create an address',
    text: 'In the subnet that is named. Without one, `section` or `vrf` say where the service looks for it: it takes the network with the longest mask that contains the address, and answers 409 where sections or VRFs have several; those stand in the message.',
    input: creationOf('address', {
      without: ['subnetId'],
      members: {
        subnetId: { ...idOf('the subnet'), type: ['integer', 'string'], pattern: '^\\d{1,10}$' },
        ...scopeMembers,
        ...newHoldMember,
      },
      oneOf: ['subnetId', ...Object.keys(scopeMembers)],
    }),
    answer: { shows: 'created', opens: 'addresses', message: 'Address created' },
    errors: [...writing, 'address.noNetwork', 'address.ambiguous', 'field.reference'],
  },
  change: {
    summary: 'Change an address',
    text: 'Only what is sent changes. Its subnet and the address itself stay.',
    path,
    input: changeOf('address', { named: 'id', members: holdMember }),
    answer: confirms('Address updated'),
    errors: [...writing, 'address.unknown', 'address.ipFixed', 'address.subnetFixed', 'record.nothingToChange'],
  },
  remove: {
    summary: 'Delete an address',
    text: `By its id, or by itself and its subnet. ${selectionDoc}`,
    path: inSubnet,
    input: { members: { remove_dns: keepDns, ...selectionMembers }, named: 'id', ids: { expect: {} }, others: {} },
    answer: confirms('Address deleted'),
    errors: ['path.addressInvalid', 'address.unknown', 'subnet.unknown', ...mistakesInSelection],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
