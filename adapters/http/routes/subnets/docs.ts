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
    summary: `The ${word} ${what}`,
    text: 'The network as two segments, its address and its prefix length, or as one segment with an encoded slash (`10.0.0.0%2F24`).',
    path,
    answer: showsRecords('subnet'),
    errors: [...none, 'prefix.length', 'prefix.hostBits', 'parameter.networkAddress'],
  }));

const freeNetwork = (end: 'first' | 'last'): RouteDoc => ({
  summary: `The ${end} free network of a size in a subnet`,
  text: 'Nothing is taken: the next request may get the same one.',
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
  summary: `Take the ${end} free network of a size in a subnet`,
  text: 'Creates a subnet there, in one step that nobody can come between. It is in the section of the subnet, whatever is sent.',
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

const ignored: Schema = { description: 'Passed over: the path says it.' };
const ignoredNetwork = { subnet: ignored, mask: ignored, sectionId: ignored, masterSubnetId: ignored };

const network: Readonly<Record<string, Schema>> = {
  subnet: {
    description: 'The address of the network, in any form; may be left out for a folder.',
    type: ['string', 'integer', 'null'],
    examples: ['10.0.0.0'],
  },
  mask: {
    description: 'The length of its prefix.',
    type: ['integer', 'string', 'null'],
    minimum: 0,
    maximum: 128,
    pattern: `${maskPattern}|^\\s*$`,
    examples: [24],
  },
};

const levels: Schema = {
  description: 'A level: 0 or `na` none, 1 or `ro` see, 2 or `rw` write addresses, 3 or `rwa` change.',
  enum: writtenLevels,
};

const yesOrNo = (description: string): Schema => ({
  description,
  type: ['string', 'integer', 'boolean', 'null'],
  default: 'yes',
});

export const subnetDocs = {
  list: underBothNames((word) => ({
    summary: `All ${word}`,
    text: 'Those that the caller sees, by id.',
    answer: showsRecords('subnetAtLength'),
    errors: none,
  })),
  customFields: customFieldsDoc('subnets'),
  byNetwork: search('that are just this network'),
  overlapping: search('that overlap a network'),
  containing: {
    summary: 'The networks that contain an address',
    text: 'Those with the longest mask first.',
    path: { ip: addressInPath },
    query: scopeMembers,
    answer: showsRecords('subnet'),
    errors: ['path.addressInvalid', 'field.reference', 'list.noSubnets'],
  },
  usage: { summary: 'How full a subnet is', path, answer: shows(refTo('usage')), errors: unknown },
  history: { ...historyDoc('a subnet'), path, errors: [...unknown, 'list.noChanges'] },
  slaves: underBothNames((word) => ({
    summary: `The ${word} right below a subnet`,
    path,
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none, 'list.noSlaves'],
  })),
  slavesRecursive: underBothNames((word) => ({
    summary: `A subnet and all ${word} below it`,
    path,
    answer: showsRecords('subnet'),
    errors: [...unknown, ...none],
  })),
  addresses: {
    summary: 'The addresses of a subnet',
    text: 'In their order; with an address in the path, that one, as a list.',
    path,
    answer: showsRecords('address'),
    errors: [...unknown, 'path.addressInvalid', 'list.noAddresses'],
  },
  firstFree: {
    summary: 'The first free address of a subnet',
    text: 'Nothing is taken: the next request may get the same one. `POST /addresses/first_free/{subnetId}/` takes it.',
    path,
    query: { ...addressCriteriaMembers, ...explainMember },
    answer: { shows: 'plain', data: { anyOf: [addressText, listOf(addressText)] }, isExplained: true },
    errors: [
      ...unknown,
      'allocation.noAddress',
      'allocation.rangeInvalid',
      'allocation.rangeMixed',
      'subnet.hasChildren',
      'subnet.isFolder',
      'field.type',
      'field.range',
    ],
  },
  freeNetwork,
  freeNetworks: {
    summary: 'All free networks of a size in a subnet',
    path,
    needs: ['mask'],
    query: {
      limit: { description: 'How many at most.', type: 'integer', minimum: 1, maximum: 2147483647 },
    },
    answer: shows(listOf(networkText)),
    errors: [...unknown, 'allocation.noSubnet', 'prefix.length', 'subnet.isFolder', 'parameter.limit'],
  },
  read: underBothNames((_, one) => ({
    summary: `One ${one}`,
    path,
    answer: showsRecord('subnet'),
    errors: [...none, 'path.idInvalid', 'subnet.unknown'],
  })),
  takeNetwork,
  ensure: {
    summary: 'See to it that a network is there with some values',
    text: `${ensuring('its section and its network (`subnet` and `mask`)')} Where networks may overlap, \`vrfId\` says which is meant. Permissions are not changed. What is held is confirmed, unless \`hold\` says how long it is held.`,
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, required: ['subnet', 'mask'] }),
    answer: { shows: 'ensured', opens: 'subnets', created: 'Subnet created', changed: 'Subnet updated' },
    errors: [...mistakesInNewSubnet, ...mistakesOfMoves, 'subnet.cycle', 'subnet.poolInUse', 'record.ambiguous'],
  },
  bulk: bulkDocs('networks and folders'),
  create: {
    summary: 'Create a network or a folder',
    text: 'A network needs `subnet` and `mask`, a folder `isFolder`. Without `masterSubnetId` it stands at the top of its section. Of a folder the answer shows `0.0.0.0/`.',
    input: creationOf('subnet', { members: { ...network, ...newHoldMember }, oneOf: ['subnet', 'isFolder'] }),
    answer: created,
    errors: mistakesInNewSubnet,
  },
  resize: {
    summary: 'Resize a network',
    text: 'The network keeps its place: with a shorter prefix it grows, with a longer one it shrinks. What is in it must fit.',
    path,
    input: {
      members: {
        mask: {
          description: 'The new length of the prefix, 8 or more.',
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
      'subnet.isFolder',
      'subnet.overlapInSection',
      'subnet.overlapWithSibling',
      'subnet.outsideMaster',
      'subnet.hasChildren',
    ],
  },
  split: {
    summary: 'Split a network into equal parts',
    text: 'Addresses move to the parts that they lie in.',
    path,
    input: {
      members: {
        number: {
          description: 'How many parts.',
          enum: [2, 4, 8, 16, 32, 64, 128, 256, '2', '4', '8', '16', '32', '64', '128', '256'],
        },
        group: yesOrNo('Whether the parts come below the network; with `no` they take its place.'),
        prefix: {
          description: 'What the parts are called, before their numbers.',
          type: ['string', 'number', 'null'],
          maxLength: 255,
          default: 'split_subnet_',
        },
        copy_custom: yesOrNo('Whether the parts have the custom fields of the network.'),
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
      'field.type',
      'field.tooLong',
      'field.control',
      'parameter.yesOrNo',
    ],
  },
  setPermissions: {
    summary: 'Set permissions of a subnet',
    text: 'Each member is a group, by its name or its id. Groups that are not named keep their level. The subnets below it get the same permissions.',
    path,
    input: { others: levels },
    answer: { shows: 'plain', message: 'Subnet permissions updated', data: { description: 'Levels by group id.' } },
    errors: [...unknown, 'permission.groupUnknown', 'subnet.permissionLevelUnknown', 'subnet.permissionsMissing'],
  },
  change: {
    summary: 'Change a network or a folder',
    text: 'Only what is sent changes. The network itself is changed by resize and split.',
    path,
    input: changeOf('subnet', {
      named: 'id',
      members: {
        ...network,
        ...holdMember,
        tag: { description: 'Passed over when it is as it is stored; `state` changes it.' },
        permissions: {
          description: 'Levels by group: an object, its JSON text, or as the list of all subnets spells them out.',
          type: ['object', 'array', 'string', 'null'],
        },
        location: {
          description: 'The id of a location, or its record as the list of all subnets shows it.',
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
    text: 'Those of subnets below it stay.',
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
    text: `With all subnets below it and all of their addresses. ${selectionDoc} What is below them goes too, and does not count.`,
    path,
    input: { members: selectionMembers, named: 'id', ids: { expect: {} }, others: {} },
    answer: confirms('Subnet deleted'),
    errors: [...unknown, ...mistakesInSelection],
  },
} as const satisfies Readonly<Record<string, RouteDocs | ((end: 'first' | 'last') => RouteDoc)>>;
