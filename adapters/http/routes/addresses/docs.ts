import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, ofTypes, onlyInStrings, type Schema, value, withNumbers } from '../../openapi/schema.js';
import {
  addressCriteriaMembers,
  bulkDocs,
  errorsInCriteria,
  errorsInWrites,
  explainMember,
  freeAddress,
  holdMember,
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
  errorsInSelection,
  historyDoc,
  idOf,
  scopeMembers,
  selectionDoc,
  selectionMembers,
  showsRecord,
  showsRecords,
} from '../common/docs.js';

const text = (description: string): Schema => ({ description, type: 'string' });

export const addressPath = {
  id: idOf('the address'),
  subnetId: idOf('the subnet'),
  ip: addressInPath,
  hostname: text('Host name.'),
  hostbase: text('Prefix of a host name.'),
  mac: { description: 'MAC address in any common notation.', type: 'string', examples: ['00:11:22:33:44:55'] },
  value: text('Value of the custom field that links addresses (setting `linkField`).'),
} as const satisfies Readonly<Record<string, Schema>>;

/** Paths with an address and its subnet. The address replaces the id. */
const inSubnet = {
  subnetId: { description: 'ID of the subnet; ignored after the id of an address.', type: 'string', minLength: 1 },
  id: withNumbers(
    { description: 'ID of the address; if the path also has a subnet, the IP address.', type: 'string', minLength: 1 },
    { minLength: undefined, ...addressPath.id },
  ),
};

const tagPath = { id: idOf('the tag') };
const noTag = ['path.tagInvalid', 'path.tagUnknown'] as const;
const writing = [
  ...errorsInWrites,
  'address.exists',
  'address.notInSubnet',
  'subnet.hasChildren',
  'subnet.isFolder',
  'subnet.unknown',
] as const;
const ignored = onlyInStrings({ description: 'Ignored: the service selects the value.' });
const subnetIdInBody = ofTypes(['integer', 'string'], { ...idOf('the subnet'), pattern: '^\\d{1,10}$' });
const keepDns = withNumbers(
  {
    description:
      'Whether to delete the DNS records that the service created for the address; 0, false or an empty value retains them.',
    type: ['string', 'integer', 'boolean', 'null'],
    default: 1,
  },
  { type: 'boolean', default: true },
);

export const addressDocs = {
  list: {
    id: 'listAddresses',
    summary: 'List addresses',
    text: 'Returns all addresses visible to the caller, sorted by id.',
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  search: {
    id: 'findAddressesByIp',
    summary: 'Find records of an IP address',
    text: 'Returns the records of this IP address in all subnets. Several subnets can contain the same IP address.',
    needs: ['ip'],
    answer: showsRecords('address'),
    errors: ['path.addressInvalid', 'list.noAddressFound'],
  },
  searchHostname: {
    id: 'findAddressesByHostname',
    summary: 'Find addresses by host name',
    text: 'Returns the addresses with exactly this host name; case is ignored.',
    needs: ['hostname'],
    answer: showsRecords('address'),
    errors: ['list.noHostname'],
  },
  searchHostbase: {
    id: 'findAddressesByHostnamePrefix',
    summary: 'Find addresses by host name prefix',
    text: 'Returns the addresses with a host name that begins with the text, sorted by host name.',
    needs: ['hostbase'],
    answer: showsRecords('address'),
    errors: ['list.noHostbase'],
  },
  searchMac: {
    id: 'findAddressesByMac',
    summary: 'Find addresses by MAC address',
    text: 'Returns the addresses with this MAC address, in any notation.',
    needs: ['mac'],
    answer: showsRecords('address'),
    errors: ['path.macInvalid', 'list.noHostbase'],
  },
  searchLinked: {
    id: 'findLinkedAddresses',
    summary: 'Find linked addresses',
    text: 'Returns the addresses with the same value of the linking custom field. The setting `linkField` selects this field.',
    needs: ['value'],
    answer: showsRecords('address'),
    errors: ['list.noAddresses'],
  },
  customFields: customFieldsDoc('listAddressCustomFields', 'addresses'),
  findFree: {
    id: 'findFreeAddress',
    summary: 'Find the first free address of a subnet',
    text: 'Returns the first free address without allocating it: a later request may return the same address. A `POST` to the same path allocates it.',
    query: {
      subnetId: onlyInStrings({ ...idOf('the subnet'), description: 'ID of the subnet, if the path has none.' }),
      ...addressCriteriaMembers,
      ...explainMember,
    },
    answer: { shows: 'plain', data: freeAddress, isExplained: true },
    errors: ['allocation.noAddress', ...errorsInCriteria, 'subnet.isFolder', 'field.type', 'field.range'],
  },
  tags: {
    id: 'listTags',
    summary: 'List tags',
    text: 'Returns all tags. A tag is the state of an address or a subnet.',
    answer: showsRecords('tag'),
    errors: ['path.tagUnknown'],
  },
  tagged: {
    id: 'listTagAddresses',
    summary: 'List addresses with a tag',
    text: 'Returns the addresses in this state.',
    path: tagPath,
    query: { subnetId: { ...idOf('a subnet'), description: 'ID of a subnet: restricts the list to its addresses.' } },
    answer: showsRecords('address'),
    errors: [...noTag, 'list.noAddresses'],
  },
  tag: {
    id: 'getTag',
    summary: 'Retrieve a tag',
    text: 'Selects the tag by its id.',
    path: tagPath,
    answer: showsRecord('tag'),
    errors: noTag,
  },
  ping: {
    id: 'pingAddress',
    summary: 'Ping an address',
    text: 'Probes the address and returns the result. A reply updates `lastSeen` of the address. Administrators enable pings with the setting `scan.enabled`.',
    answer: shows(
      objectOf({
        scan_type: text('Program of the probe: fping, ping, or none.'),
        exit_code: value(
          'integer',
          'Exit code: 0 for a reply, 1 for no reply, 1001 if pings are disabled, any other number if the probe failed.',
        ),
        result_code: text('Exit code as a constant: SUCCESS, OFFLINE, SCANNING_DISABLED...'),
        message: text('Result as readable text.'),
      }),
    ),
    errors: ['path.addressIdInvalid', 'address.unknown', 'ping.busy'],
  },
  history: {
    ...historyDoc('listAddressChanges', 'an address'),
    errors: ['path.addressIdInvalid', 'address.unknown', 'list.noChanges'],
  },
  read: {
    id: 'getAddress',
    summary: 'Retrieve an address',
    text: 'Selects the address by its id; with a subnet in the path, by its IP address.',
    path: inSubnet,
    answer: showsRecord('address'),
    errors: ['path.addressIdInvalid', 'path.addressInvalid', 'address.unknown'],
  },
  allocate: {
    id: 'allocateAddress',
    summary: 'Create the first free address of a subnet',
    text: 'Allocates the first free address atomically and returns it. Concurrent requests never get the same address. `count` allocates several addresses; `policy`, `from`, `to` and `quarantine` select other addresses than the lowest. A custom field with the name of one of these parameters takes precedence over the parameter.',
    input: {
      named: 'subnetId',
      fields: { of: 'address', as: 'create', without: ['ip', 'subnetId'] },
      members: {
        ...addressCriteriaMembers,
        ...newHoldMember,
        ...explainMember,
        ip: ignored,
        ip_addr: ignored,
        subnetId: onlyInStrings(subnetIdInBody),
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
        data: listOf(objectOf({ id: value('id', 'ID of the address; absent in a dry run.'), ip: addressText }, 'id')),
      },
    },
    errors: [
      ...writing,
      'path.subnetIdentifier',
      'allocation.subnetFull',
      'allocation.noAddress',
      ...errorsInCriteria,
      'allocation.oneGateway',
    ],
  },
  ensure: {
    id: 'ensureAddress',
    summary: 'Create or update an address',
    text: `${ensuring('its subnet and its IP address')} Without \`hold\`, the request confirms an existing hold of the address.`,
    input: creationOf('address', { members: newHoldMember }),
    answer: { shows: 'ensured', opens: 'addresses', created: 'Address created', changed: 'Address updated' },
    errors: writing,
  },
  bulk: bulkDocs('writeAddresses', 'addresses', 'address'),
  create: {
    id: 'createAddress',
    summary: 'Create an address',
    text: 'Creates the address in the subnet `subnetId`. Without `subnetId`, the service selects the network with the longest mask that contains the address; `section` and `vrf` restrict the selection. If several sections or VRFs have such a network, the status is 409 and the message lists these networks.',
    input: creationOf('address', {
      without: ['subnetId'],
      members: { subnetId: subnetIdInBody, ...scopeMembers, ...newHoldMember },
      oneOf: ['subnetId', ...Object.keys(scopeMembers)],
    }),
    answer: { shows: 'created', opens: 'addresses', message: 'Address created' },
    errors: [...writing, 'address.noNetwork', 'address.ambiguous', 'field.reference'],
  },
  change: {
    id: 'updateAddress',
    summary: 'Update an address',
    text: 'Updates the fields of the request; other fields are unchanged. The subnet and the IP address cannot be changed.',
    input: changeOf('address', { named: 'id', members: holdMember }),
    answer: confirms('Address updated'),
    errors: [...writing, 'address.unknown', 'address.ipFixed', 'address.subnetFixed', 'record.nothingToChange'],
  },
  remove: {
    id: 'deleteAddress',
    summary: 'Delete an address',
    text: `Selects the address by its id; with a subnet in the path, by its IP address. ${selectionDoc}`,
    path: inSubnet,
    selectionId: 'deleteMatchingAddresses',
    input: { members: { remove_dns: keepDns, ...selectionMembers }, named: 'id', ids: { expect: {} }, others: {} },
    answer: confirms('Address deleted'),
    errors: ['path.addressInvalid', 'path.subnetParameters', 'address.unknown', 'subnet.unknown', ...errorsInSelection],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
