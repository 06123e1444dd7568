import { writtenLevels } from '../../../../application/permission-levels.js';
import type { RouteDoc, RouteDocs } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, refTo, type Schema } from '../../openapi/schema.js';
import {
  addressCriteriaMembers,
  bulkDocs,
  explainMember,
  holdMember,
  mistakesInHold,
  newHoldMember,
  subnetCriteriaMembers,
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
  maskInPath,
  maskPattern,
  mistakesInCustomFields,
  mistakesInFields,
  mistakesInSelection,
  networkInPath,
  networkText,
  scopeMembers,
  selectionDoc,
  selectionMembers,
  showsRecord,
  showsRecords,
} from '../common/docs.js';
import { historyMembers, mistakesInHistory, subnetHistory } from '../common/usage-history.js';

const path = { id: idOf('the subnet'), ip: addressInPath, mask: maskInPath, subnet: networkInPath };
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
/** Errors of moving a subnet with its children to another section. */
const mistakesOfMoves = ['subnet.overlapAfterChange', 'subnet.outsideAfterChange', 'subnet.conflictAfterChange'] as const;
const mistakesInNewSubnet = [
  ...mistakesInFields,
  ...mistakesInCustomFields,
  ...mistakesInHold,
  'hold.folder',
  ...noNetwork,
  ...positionErrors,
  'subnet.unknown',
  'section.unknown',
] as const;

/** Under /folders/, lists show folders, and single records must be folders. */
const underBothNames =
  (about: (word: 'networks' | 'folders', one: 'network' | 'folder') => RouteDoc): RouteDocs =>
  (controller) =>
    controller === 'folders' ? about('folders', 'folder') : about('networks', 'network');

const search = (what: string) =>
  underBothNames((word) => ({
    summary: `List ${word} ${what}`,
    text: 'The path contains the network as two segments, address and prefix length, or as one segment with an encoded slash (`10.0.0.0%2F24`).',
    path,
    answer: showsRecords('subnet'),
    errors: [...none, 'prefix.length', 'prefix.hostBits', 'parameter.networkAddress'],
  }));

const freeNetwork = (end: 'first' | 'last'): RouteDoc => ({
  summary: `Find the ${end} free network in a subnet`,
  text: 'Returns the free network of the prefix length without allocating it: a later request may return the same network.',
  path,
  needs: ['mask'],
  query: { ...subnetCriteriaMembers, ...explainMember },
  answer: { shows: 'plain', data: networkText, isExplained: true },
  errors: [
    ...unknown,
    'allocation.noSubnet',
    'allocation.rangeInvalid',
    'allocation.rangeMixed',
    'prefix.length',
    'subnet.isFolder',
    'field.type',
  ],
});

const takeNetwork = (end: 'first' | 'last'): RouteDoc => ({
  summary: `Create a subnet in the ${end} free space of a subnet`,
  text: 'Allocates a free network of the prefix length atomically and returns it. The new subnet belongs to the section of its parent; the request cannot change this.',
  path,
  needs: ['mask'],
  input: {
    fields: { of: 'subnet', as: 'create', without: ['sectionId', 'masterSubnetId'] },
    members: { ...subnetCriteriaMembers, ...newHoldMember, ...explainMember, ...ignoredNetwork },
  },
  answer: { ...created, isExplained: true },
  errors: [
    ...unknown,
    ...mistakesInFields,
    ...mistakesInCustomFields,
    ...mistakesInHold,
    ...positionErrors,
    'allocation.noSubnet',
    'allocation.rangeInvalid',
    'allocation.rangeMixed',
    'prefix.length',
    'subnet.isFolder',
  ],
});

const created = { shows: 'created', opens: 'subnets', message: 'Subnet created', data: networkText } as const;

const ignored: Schema = { description: 'Ignored: the path determines the value.' };
const ignoredNetwork = { subnet: ignored, mask: ignored, sectionId: ignored, masterSubnetId: ignored };

const network: Readonly<Record<string, Schema>> = {
  subnet: {
    description: 'Network address in any notation; optional for a folder.',
    type: ['string', 'integer', 'null'],
    examples: ['10.0.0.0'],
  },
  mask: {
    description: 'Prefix length.',
    type: ['integer', 'string', 'null'],
    minimum: 0,
    maximum: 128,
    pattern: `${maskPattern}|^\\s*$`,
    examples: [24],
  },
};

const levels: Schema = {
  description: 'Permission level: 0 or `na` no access, 1 or `ro` read, 2 or `rw` write addresses, 3 or `rwa` change the subnet.',
  enum: writtenLevels,
};

const yesOrNo = (description: string): Schema => ({
  description,
  type: ['string', 'integer', 'boolean', 'null'],
  default: 'yes',
});

export const subnetDocs = {
  list: underBothNames((word) => ({
    summary: `List ${word}`,
    text: `Returns all ${word} visible to the caller, sorted by id.`,
    answer: showsRecords('subnetAtLength'),
    errors: none,
  })),
  customFields: customFieldsDoc('subnets'),
  byNetwork: search('equal to a network'),
  overlapping: search('that overlap a network'),
  containing: {
    summary: 'List networks that contain an address',
    text: 'Returns the networks sorted by prefix length, longest first.',
    path: { ip: addressInPath },
    query: scopeMembers,
    answer: showsRecords('subnet'),
    errors: ['path.addressInvalid', 'field.reference', 'list.noSubnets'],
  },
  usageHistory: {
    summary: 'Retrieve the recorded utilization of a subnet',
    text: 'Returns a point for each day with a recording: every day of the last 90 days, then the last day of each week, and after two years of each month. Days without a recording are absent. A subnet has at most 300 points.',
    path,
    query: historyMembers,
    answer: shows(subnetHistory),
    errors: [...unknown, ...mistakesInHistory],
  },
  usage: { summary: 'Retrieve the utilization of a subnet', path, answer: shows(refTo('usage')), errors: unknown },
  history: { ...historyDoc('a subnet'), path, errors: [...unknown, 'list.noChanges'] },
  slaves: underBothNames((word) => ({
    summary: `List child ${word} of a subnet`,
    path,
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none, 'list.noSlaves'],
  })),
  slavesRecursive: underBothNames((word) => ({
    summary: `List a subnet and its descendant ${word}`,
    path,
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none],
  })),
  addresses: {
    summary: 'List addresses of a subnet',
    text: 'Returns the addresses in ascending order. With an address in the path, the list contains only this address.',
    path,
    answer: showsRecords('address'),
    errors: [...unknown, 'path.addressInvalid', 'list.noAddresses'],
  },
  firstFree: {
    summary: 'Find the first free address of a subnet',
    text: 'Returns the first free address without allocating it: a later request may return the same address. `POST /addresses/first_free/{subnetId}/` allocates it.',
    path,
    query: { ...addressCriteriaMembers, ...explainMember },
    answer: { shows: 'plain', data: { anyOf: [addressText, listOf(addressText)] }, isExplained: true },
    errors: [
      ...unknown,
      'allocation.noAddress',
      'allocation.rangeInvalid',
      'allocation.rangeMixed',
      'range.unknown',
      'range.never',
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
    summary: 'List free networks in a subnet',
    path,
    needs: ['mask'],
    query: {
      limit: { description: 'Maximum number of networks.', type: 'integer', minimum: 1, maximum: 2147483647 },
    },
    answer: shows(listOf(networkText)),
    errors: [...unknown, 'allocation.noSubnet', 'prefix.length', 'subnet.isFolder', 'parameter.limit'],
  },
  read: underBothNames((_, one) => ({
    summary: `Retrieve a ${one}`,
    path,
    answer: showsRecord('subnet'),
    errors: [...none, 'path.idInvalid', 'subnet.unknown'],
  })),
  takeNetwork,
  ensure: {
    summary: 'Create or update a network',
    text: `${ensuring('its section and its network (`subnet` and `mask`)')} If networks can overlap, \`vrfId\` selects one of them. The request does not change permissions. Without \`hold\`, the request confirms an existing hold of the network.`,
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, required: ['subnet', 'mask'] }),
    answer: { shows: 'ensured', opens: 'subnets', created: 'Subnet created', changed: 'Subnet updated' },
    errors: [...mistakesInNewSubnet, ...mistakesOfMoves, 'subnet.cycle', 'subnet.poolInUse', 'record.ambiguous'],
  },
  bulk: bulkDocs('networks and folders'),
  create: {
    summary: 'Create a network or a folder',
    text: 'A network requires `subnet` and `mask`, a folder requires `isFolder`. Without `masterSubnetId` the new subnet is at the top level of its section. For a folder, `data` is `0.0.0.0/`.',
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, oneOf: ['subnet', 'isFolder'] }),
    answer: created,
    errors: mistakesInNewSubnet,
  },
  resize: {
    summary: 'Resize a network',
    text: 'Changes the prefix length of the network; its parent is unchanged. A shorter prefix enlarges the network, a longer prefix shrinks it. All addresses, ranges and child subnets must lie in the resized network.',
    path,
    input: {
      members: {
        mask: {
          description: 'New prefix length, 8 or more.',
          type: ['integer', 'string'],
          minimum: 8,
          maximum: 128,
          pattern: maskPattern,
        },
      },
      required: ['mask'],
      others: {},
    },
    answer: confirms('Subnet resized'),
    errors: [
      ...unknown,
      'prefix.length',
      'resize.maskRequired',
      'resize.maskTooShort',
      'resize.maskNotInteger',
      'resize.unchanged',
      'resize.outsideMaster',
      'resize.overlap',
      'resize.childOutside',
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
    summary: 'Split a network into subnets of equal size',
    text: 'Creates the new subnets and moves each address and each range to the new subnet that contains it. A range must not lie in several of them.',
    path,
    input: {
      members: {
        number: {
          description: 'Number of new subnets.',
          enum: [2, 4, 8, 16, 32, 64, 128, 256, '2', '4', '8', '16', '32', '64', '128', '256'],
        },
        group: yesOrNo('Whether the new subnets are children of the network; with `no` they replace it.'),
        prefix: {
          description: 'Name prefix of the new subnets, before their number.',
          type: ['string', 'number', 'null'],
          maxLength: 255,
          default: 'split_subnet_',
        },
        copy_custom: yesOrNo('Whether the new subnets get the custom field values of the network.'),
      },
      required: ['number'],
      others: {},
    },
    answer: confirms('Subnet split'),
    errors: [
      ...unknown,
      'split.countMissing',
      'split.countNotAllowed',
      'split.tooSmall',
      'split.childOverlaps',
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
    summary: 'Set permissions of a subnet',
    text: 'Each member of the request is a group, by name or id, with a permission level. The levels of other groups are unchanged. All subnets below the subnet get the same permissions.',
    path,
    input: { others: levels },
    answer: { shows: 'plain', message: 'Subnet permissions updated', data: { description: 'Permission levels by group id.' } },
    errors: [...unknown, 'permission.groupUnknown', 'subnet.permissionLevelUnknown', 'subnet.permissionsMissing'],
  },
  change: {
    summary: 'Update a network or a folder',
    text: 'Updates the fields of the request; other fields are unchanged. Only the operations resize and split change the network itself.',
    path,
    input: changeOf('subnet', {
      named: 'id',
      members: {
        ...network,
        ...holdMember,
        tag: { description: 'Ignored if equal to the stored value; `state` changes the tag.' },
        permissions: {
          description: 'Permission levels by group: an object, its JSON text, or the form of the list of all subnets.',
          type: ['object', 'array', 'string', 'null'],
        },
        location: {
          description: 'ID of a location, or its record in the form of the list of all subnets.',
          type: ['integer', 'string', 'object', 'array', 'null'],
        },
      },
    }),
    answer: confirms('Subnet updated'),
    errors: [
      ...unknown,
      ...mistakesOfMoves,
      ...mistakesInFields,
      ...mistakesInCustomFields,
      ...mistakesInHold,
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
    summary: 'Delete all addresses of a subnet',
    text: 'Deletes the addresses of the subnet. Its ranges, and the addresses of its child subnets, are unchanged.',
    path,
    input: { named: 'id', others: {} },
    answer: confirms('Subnet truncated'),
    errors: unknown,
  },
  removePermissions: {
    summary: 'Remove all permissions of a subnet',
    path,
    input: { named: 'id', others: {} },
    answer: confirms('Subnet permissions removed'),
    errors: unknown,
  },
  remove: {
    summary: 'Delete a network or a folder',
    text: `Deletes the subnet, all subnets below it, and their addresses and ranges. ${selectionDoc} The deletion cascades to the subnets below, which are not part of the count.`,
    path,
    input: { members: selectionMembers, named: 'id', ids: { expect: {} }, others: {} },
    answer: confirms('Subnet deleted'),
    errors: [...unknown, ...mistakesInSelection],
  },
} as const satisfies Readonly<Record<string, RouteDocs | ((end: 'first' | 'last') => RouteDoc)>>;
