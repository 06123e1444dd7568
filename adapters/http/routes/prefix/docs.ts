import { type RouteDoc, shows } from '../../openapi/docs.js';
import { closed, listOf, onlyInStrings, refTo, type Schema, withNumbers } from '../../openapi/schema.js';
import { errorsInWrites, newHoldMember } from '../common/allocation-docs.js';
import { addressText, maskInPath, networkText, showsWholeList } from '../common/docs.js';
import { positionErrors } from '../subnets/docs.js';

export const prefixPath: Readonly<Record<string, Schema>> = {
  value: {
    description: 'Value of the custom field that selects subnets (setting `prefixFields`).',
    type: 'string',
    minLength: 1,
  },
  type: { description: 'IP version.', type: 'string', enum: ['IPv4', 'IPv6', 'v4', 'v6', '4', '6'] },
  last: maskInPath,
  externalId: { description: 'Value of the custom field for external ids.', type: 'string', minLength: 1 },
};

/** The IP version of a list: a path segment with a 4 or 6. */
const listPath = {
  type: { description: 'IP version: a word that contains 4 or 6.', type: 'string', pattern: '[46]' },
};

const usage = withNumbers(
  { description: 'Whether records include the utilization of their subnets.', enum: ['1', 'true', '0', 'false'] },
  { enum: undefined, type: 'boolean' },
);

const noMaster = ['list.noMasterSubnets', 'path.addressType', 'customField.notDefined'] as const;
const ignored = onlyInStrings({ description: 'Ignored: the service selects the value.' });

export const prefixDocs = {
  external: {
    id: 'findByExternalId',
    summary: 'Find subnets and addresses by external id',
    text: 'Returns the matching subnets and addresses. A member without matches is absent.',
    path: { value: prefixPath.externalId ?? {} },
    needs: ['value'],
    answer: shows({
      type: 'object',
      properties: { subnets: listOf(refTo('selectedSubnet')), addresses: listOf(refTo('selectedAddress')) },
      ...closed,
    }),
    errors: ['list.noObjects', 'customField.notDefined'],
  },
  subnets: {
    id: 'listPrefixSubnets',
    summary: 'List parent subnets for new subnets',
    text: 'Returns the subnets in which new subnets are allocated, sorted by network. An IP version in the path restricts the list.',
    path: listPath,
    needs: ['value'],
    query: { usage },
    answer: showsWholeList('selectedSubnet'),
    errors: noMaster,
  },
  addresses: {
    id: 'listPrefixAddressSubnets',
    summary: 'List subnets for new addresses',
    text: 'Returns the subnets in which new addresses are allocated, sorted by network. An IP version in the path restricts the list.',
    path: listPath,
    query: { usage },
    answer: showsWholeList('selectedSubnet'),
    errors: noMaster,
  },
  freeSubnet: {
    id: 'findPrefixNetwork',
    summary: 'Find the first free network',
    text: 'Returns the first free network of the prefix length in the selected subnets, without allocating it.',
    answer: shows(networkText),
    errors: [...noMaster, 'path.subnetMask', 'allocation.noSubnet', 'list.noSubnets'],
  },
  freeAddress: {
    id: 'findPrefixAddress',
    summary: 'Find the first free address',
    text: 'Returns the first free address of the selected subnets, without allocating it.',
    answer: shows(addressText),
    errors: [...noMaster, 'allocation.noAddress', 'list.noFreeAddress'],
  },
  createAddress: {
    id: 'allocatePrefixAddress',
    summary: 'Create the first free address',
    text: 'Allocates the first free address of the selected subnets, in the order of their networks, and returns it.',
    needs: ['type'],
    input: {
      fields: { of: 'address', as: 'create', without: ['ip', 'subnetId'] },
      members: { ...newHoldMember, ip: ignored, ip_addr: ignored, subnetId: ignored },
    },
    answer: { shows: 'created', opens: 'addresses', message: 'Address created', data: addressText, hasSubnetId: true },
    errors: [...noMaster, ...errorsInWrites, 'allocation.noAddress', 'list.noAddresses'],
  },
  createSubnet: {
    id: 'allocatePrefixSubnet',
    summary: 'Create a subnet in the first free space',
    text: 'Allocates the first free network of the prefix length in the selected subnets, in the order of their networks, and returns it.',
    alwaysWith: ['value', 'type', 'last'],
    input: {
      fields: { of: 'subnet', as: 'create', without: ['sectionId', 'masterSubnetId'] },
      members: { ...newHoldMember, subnet: ignored, mask: ignored, sectionId: ignored, masterSubnetId: ignored },
    },
    answer: { shows: 'created', opens: 'subnets', message: 'Subnet created', data: networkText },
    errors: [...noMaster, ...errorsInWrites, 'path.subnetMask', 'allocation.noSubnet', 'list.noSubnets', ...positionErrors],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
