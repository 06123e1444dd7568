import { writtenLevels } from '../../../../application/permission-levels.js';
import { type RouteDoc, type RouteDocs, shows } from '../../openapi/docs.js';
import { listOf, ofTypes, ofTypesOrNull, onlyInStrings, refTo, type Schema, withNumbers } from '../../openapi/schema.js';
import {
  addressCriteriaMembers,
  bulkDocs,
  errorsInCriteria,
  errorsInWrites,
  explainMember,
  freeAddress,
  holdMember,
  newHoldMember,
  subnetCriteriaMembers,
} from '../common/allocation-docs.js';
import {
  addressInPath,
  changeOf,
  codesOf,
  confirms,
  creationOf,
  customFieldsDoc,
  ensuring,
  errorsInSelection,
  historyDoc,
  idOf,
  maskInPath,
  maskPattern,
  networkInPath,
  networkText,
  scopeMembers,
  selectionDoc,
  selectionMembers,
  showsRecord,
  showsRecords,
} from '../common/docs.js';
import { errorsInHistory, historyMembers, subnetHistory } from '../common/usage-history.js';

export const subnetPath = { id: idOf('the subnet'), ip: addressInPath, mask: maskInPath, subnet: networkInPath };
const unknown = ['path.subnetIdNotNumeric', 'subnet.unknown'] as const;
const none = ['list.noSubnets', 'list.noFolders'] as const;
const noNetwork = ['prefix.length', 'prefix.hostBits', 'parameter.network', 'parameter.networkAddress'] as const;
export const positionErrors = [
  'subnet.outsideMaster',
  'subnet.masterNotFolder',
  'subnet.otherSection',
  'subnet.overlapInSection',
  'subnet.overlapWithSibling',
  'permission.groupUnknown',
  'subnet.addressOutside',
] as const;
const errorsOfMoves = ['subnet.overlapAfterChange', 'subnet.outsideAfterChange', 'subnet.conflictAfterChange'] as const;
const errorsInNewSubnet = [
  ...errorsInWrites,
  'hold.folder',
  ...noNetwork,
  ...positionErrors,
  'subnet.unknown',
  'section.unknown',
] as const;

const errorsInSearch = [
  'allocation.noSubnet',
  'allocation.rangeInvalid',
  'allocation.rangeMixed',
  'prefix.length',
  'subnet.isFolder',
] as const;

/** Lists under /folders/ contain folders, and single records must be folders. */
const underBothNames =
  (docs: (word: 'networks' | 'folders', one: 'network' | 'folder') => RouteDoc): RouteDocs =>
  (controller) =>
    controller === 'folders' ? docs('folders', 'folder') : docs('networks', 'network');

const idNoun = (word: 'networks' | 'folders'): string => (word === 'folders' ? 'Folders' : 'Subnets');

const search = (id: string, what: string) =>
  underBothNames((word) => ({
    id: `${id}${idNoun(word)}`,
    summary: `List ${word} ${what}`,
    text: 'The path contains the network as two segments, address and prefix length, or as one segment with an encoded slash (`10.0.0.0%2F24`).',
    alwaysWith: ['mask'],
    answer: showsRecords('subnet'),
    errors: [...none, 'prefix.length', 'prefix.hostBits', 'parameter.networkAddress'],
  }));

const freeNetwork = (end: 'first' | 'last'): RouteDoc => ({
  id: `find${end === 'first' ? 'First' : 'Last'}FreeNetwork`,
  summary: `Find the ${end} free network in a subnet`,
  text: 'Returns the free network of the prefix length without allocating it: a later request may return the same network.',
  needs: ['mask'],
  query: { ...subnetCriteriaMembers, ...explainMember },
  answer: { shows: 'plain', data: networkText, isExplained: true },
  errors: [...unknown, ...errorsInSearch, 'field.type'],
});

const takeNetwork = (end: 'first' | 'last'): RouteDoc => ({
  id: `allocate${end === 'first' ? 'First' : 'Last'}Subnet`,
  summary: `Create a subnet in the ${end} free space of a subnet`,
  text: 'Allocates a free network of the prefix length atomically and returns it. The new subnet belongs to the section of its parent; the request cannot change this.',
  needs: ['mask'],
  input: {
    fields: { of: 'subnet', as: 'create', without: ['sectionId', 'masterSubnetId'] },
    members: { ...subnetCriteriaMembers, ...newHoldMember, ...explainMember, ...ignoredNetwork },
  },
  answer: { ...created, isExplained: true },
  errors: [...unknown, ...errorsInWrites, ...positionErrors, ...errorsInSearch],
});

const created = { shows: 'created', opens: 'subnets', message: 'Subnet created', data: networkText } as const;

const ignored = onlyInStrings({ description: 'Ignored: the path determines the value.' });
const ignoredNetwork = { subnet: ignored, mask: ignored, sectionId: ignored, masterSubnetId: ignored };

const network: Readonly<Record<string, Schema>> = {
  subnet: ofTypesOrNull(['string', 'integer'], {
    description: 'Network address in any notation; optional for a folder.',
    examples: ['10.0.0.0'],
  }),
  mask: ofTypesOrNull(['integer', 'string'], {
    description: 'Prefix length.',
    minimum: 0,
    maximum: 128,
    pattern: `${maskPattern}|^\\s*$`,
    examples: [24],
  }),
};

/** A change accepts the network only with its stored value. */
const fixedNetwork: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(network).map(([name, schema]) => [name, onlyInStrings(schema)]),
);

const levels = withNumbers(
  {
    description:
      'Permission level: 0 or `na` no access, 1 or `ro` read, 2 or `rw` write addresses, 3 or `rwa` change the subnet.',
    enum: writtenLevels,
  },
  { enum: ['na', 'ro', 'rw', 'rwa'], type: 'string' },
);

const yesOrNo = (description: string): Schema =>
  withNumbers(
    { description, type: ['string', 'integer', 'boolean', 'null'], default: 'yes' },
    { type: 'boolean', default: true },
  );

export const subnetDocs = {
  list: underBothNames((word) => ({
    id: `list${idNoun(word)}`,
    summary: `List ${word}`,
    text: `Returns all ${word} visible to the caller, sorted by id.`,
    answer: showsRecords('subnetAtLength'),
    errors: none,
  })),
  customFields: customFieldsDoc('listSubnetCustomFields', 'subnets'),
  byNetwork: search('find', 'equal to a network'),
  overlapping: search('findOverlapping', 'that overlap a network'),
  containing: {
    id: 'listSubnetsContaining',
    summary: 'List networks that contain an address',
    text: 'Returns the networks sorted by prefix length, longest first.',
    query: scopeMembers,
    answer: showsRecords('subnet'),
    errors: ['path.addressInvalid', 'field.reference', 'list.noSubnets'],
  },
  usageHistory: {
    id: 'getSubnetUsageHistory',
    summary: 'Retrieve the recorded utilization of a subnet',
    text: 'Returns a point for each day with a recording: every day of the last 90 days, then the last day of each week, and after two years of each month. Days without a recording are absent. A subnet has at most 300 points.',
    query: historyMembers,
    answer: shows(subnetHistory),
    errors: [...unknown, ...errorsInHistory],
  },
  usage: {
    id: 'getSubnetUsage',
    summary: 'Retrieve the utilization of a subnet',
    text: 'Returns the numbers of used and free addresses of the subnet and of all subnets below it.',
    answer: shows(refTo('usage')),
    errors: unknown,
  },
  history: { ...historyDoc('listSubnetChanges', 'a subnet'), errors: [...unknown, 'list.noChanges'] },
  slaves: underBothNames((word) => ({
    id: `listChild${idNoun(word)}`,
    summary: `List child ${word} of a subnet`,
    text: `Returns the direct children of the subnet that are ${word}.`,
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none, 'list.noSlaves'],
  })),
  slavesRecursive: underBothNames((word) => ({
    id: `listDescendant${idNoun(word)}`,
    summary: `List a subnet and its descendant ${word}`,
    text: 'Returns the subnet, followed by each child with the subnets below it.',
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none],
  })),
  addresses: {
    id: 'listSubnetAddresses',
    summary: 'List addresses of a subnet',
    text: 'Returns the addresses in ascending order. With an address in the path, the list contains only this address.',
    answer: showsRecords('address'),
    errors: [...unknown, 'path.addressInvalid', 'list.noAddresses'],
  },
  firstFree: {
    id: 'findFreeAddress',
    summary: 'Find the first free address of a subnet',
    text: 'Returns the first free address without allocating it: a later request may return the same address. `POST /addresses/first_free/{subnetId}/` allocates it.',
    query: { ...addressCriteriaMembers, ...explainMember },
    answer: { shows: 'plain', data: freeAddress, isExplained: true },
    errors: [
      ...unknown,
      'allocation.noAddress',
      ...errorsInCriteria,
      'field.tooLong',
      'field.control',
      'subnet.hasChildren',
      'subnet.isFolder',
      'field.type',
      'field.range',
    ],
  },
  freeNetwork,
  freeNetworks: {
    id: 'listFreeNetworks',
    summary: 'List free networks in a subnet',
    text: 'Returns the free networks of the prefix length in ascending order, without allocating them.',
    needs: ['mask'],
    query: { limit: { description: 'Maximum number of networks.', type: 'integer', minimum: 1, maximum: 2147483647 } },
    answer: shows(listOf(networkText)),
    errors: [...unknown, 'allocation.noSubnet', 'prefix.length', 'subnet.isFolder', 'parameter.limit'],
  },
  read: underBothNames((_, one) => ({
    id: one === 'folder' ? 'getFolder' : 'getSubnet',
    summary: `Retrieve a ${one}`,
    text: `Selects the ${one} by its id.`,
    answer: showsRecord('subnet'),
    errors: [...none, 'path.idInvalid', 'subnet.unknown'],
  })),
  takeNetwork,
  ensure: {
    id: 'ensureSubnet',
    summary: 'Create or update a network',
    text: `${ensuring('its section and its network (`subnet` and `mask`)')} If networks can overlap, \`vrfId\` selects one of them. The request does not change permissions. Without \`hold\`, the request confirms an existing hold of the network.`,
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, required: ['subnet', 'mask'] }),
    answer: { shows: 'ensured', opens: 'subnets', created: 'Subnet created', changed: 'Subnet updated' },
    errors: [...errorsInNewSubnet, ...errorsOfMoves, 'subnet.cycle', 'subnet.poolInUse', 'record.ambiguous'],
  },
  bulk: bulkDocs('writeSubnets', 'networks and folders', 'subnet', network),
  create: {
    id: 'createSubnet',
    summary: 'Create a network or a folder',
    text: 'A network requires `subnet` and `mask`, a folder requires `isFolder`. Without `masterSubnetId` the new subnet is at the top level of its section. For a folder, `data` is `0.0.0.0/`.',
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, oneOf: ['subnet', 'isFolder'] }),
    answer: created,
    errors: errorsInNewSubnet,
  },
  resize: {
    id: 'resizeSubnet',
    summary: 'Resize a network',
    text: 'Changes the prefix length of the network; its parent is unchanged. A shorter prefix enlarges the network, a longer prefix shrinks it. All addresses, ranges and child subnets must lie in the resized network.',
    input: {
      members: {
        mask: ofTypes(['integer', 'string'], {
          description: 'New prefix length, 8 or more.',
          minimum: 8,
          maximum: 128,
          pattern: maskPattern,
        }),
      },
      required: ['mask'],
      others: {},
    },
    answer: confirms('Subnet resized'),
    errors: [
      ...unknown,
      'prefix.length',
      ...codesOf('resize'),
      'subnet.addressOutside',
      'range.outside',
      'subnet.isFolder',
      'subnet.overlapInSection',
      'subnet.overlapWithSibling',
      'subnet.outsideMaster',
      'subnet.hasChildren',
    ],
  },
  split: {
    id: 'splitSubnet',
    summary: 'Split a network into subnets of equal size',
    text: 'Creates the new subnets and moves each address and each range to the new subnet that contains it. A range must not lie in several of them.',
    input: {
      members: {
        number: withNumbers(
          {
            description: 'Number of new subnets: 2, 4, 8, 16, 32, 64, 128 or 256.',
            enum: [2, 4, 8, 16, 32, 64, 128, 256, '2', '4', '8', '16', '32', '64', '128', '256'],
          },
          { enum: undefined, type: 'integer', minimum: 2, maximum: 256 },
        ),
        group: yesOrNo('Whether the new subnets are children of the network; otherwise they replace it.'),
        prefix: ofTypesOrNull(['string', 'number'], {
          description: 'Name prefix of the new subnets, before their number.',
          maxLength: 255,
          default: 'split_subnet_',
        }),
        copy_custom: yesOrNo('Whether the new subnets get the custom field values of the network.'),
      },
      required: ['number'],
      others: {},
    },
    answer: confirms('Subnet split'),
    errors: [
      ...unknown,
      ...codesOf('split'),
      'subnet.isFolder',
      'subnet.hasChildren',
      'subnet.addressOutside',
      'range.outside',
      'field.type',
      'field.tooLong',
      'field.control',
      'parameter.yesOrNo',
    ],
  },
  setPermissions: {
    id: 'setSubnetPermissions',
    summary: 'Set permissions of a subnet',
    text: 'Each member of the request is a group, by name or id, with a permission level. The request replaces all levels of the subnet. Subnets below it do not change.',
    input: { others: levels },
    answer: {
      shows: 'plain',
      message: 'Subnet permissions updated',
      data: withNumbers(
        { description: 'Permission levels by group.' },
        { type: 'object', additionalProperties: { type: 'string' } },
      ),
    },
    errors: [...unknown, 'permission.groupUnknown', 'subnet.permissionLevelUnknown', 'subnet.permissionsMissing'],
  },
  change: {
    id: 'updateSubnet',
    summary: 'Update a network or a folder',
    text: 'Updates the fields of the request; other fields are unchanged. Only the operations resize and split change the network itself.',
    input: changeOf('subnet', {
      named: 'id',
      members: {
        ...fixedNetwork,
        ...holdMember,
        tag: onlyInStrings({ description: 'Ignored if equal to the stored value; `state` changes the tag.' }),
        permissions: withNumbers(
          {
            description: 'Permission levels by group: an object, its JSON text, or the form of the list of all subnets.',
            type: ['object', 'array', 'string', 'null'],
            items: {},
          },
          { type: ['string', 'null'], items: undefined },
        ),
        location: withNumbers(
          {
            description: 'ID of a location, or its record in the form of the list of all subnets.',
            type: ['integer', 'string', 'object', 'array', 'null'],
            items: {},
          },
          { type: ['integer', 'null'], items: undefined },
        ),
      },
    }),
    answer: confirms('Subnet updated'),
    errors: [
      ...unknown,
      ...errorsOfMoves,
      ...errorsInWrites,
      ...positionErrors,
      'record.nothingToChange',
      'subnet.networkFixed',
      'subnet.maskFixed',
      'subnet.folderFixed',
      'subnet.poolInUse',
      'subnet.cycle',
      'subnet.hasChildren',
      'subnet.isFolder',
    ],
  },
  truncate: {
    id: 'truncateSubnet',
    summary: 'Delete all addresses of a subnet',
    text: 'Deletes the addresses of the subnet. Its ranges, and the addresses of its child subnets, are unchanged.',
    input: { named: 'id', others: {} },
    answer: confirms('Subnet truncated'),
    errors: unknown,
  },
  removePermissions: {
    id: 'removeSubnetPermissions',
    summary: 'Remove all permissions of a subnet',
    text: 'No group has a level on the subnet afterwards.',
    input: { named: 'id', others: {} },
    answer: confirms('Subnet permissions removed'),
    errors: unknown,
  },
  remove: {
    id: 'deleteSubnet',
    summary: 'Delete a network or a folder',
    text: `Deletes the subnet, all subnets below it, and their addresses and ranges. ${selectionDoc} The deletion cascades to the subnets below, which are not part of the count.`,
    selectionId: 'deleteMatchingSubnets',
    input: { members: selectionMembers, named: 'id', ids: { expect: {} }, others: {} },
    answer: confirms('Subnet deleted'),
    errors: [...unknown, ...errorsInSelection],
  },
} as const satisfies Readonly<Record<string, RouteDocs | ((end: 'first' | 'last') => RouteDoc)>>;
