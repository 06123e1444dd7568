import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, refTo, type Schema } from '../../openapi/schema.js';
import { mistakesInHold, newHoldMember } from '../common/allocation-docs.js';
import {
  addressText,
  maskInPath,
  mistakesInCustomFields,
  mistakesInFields,
  networkText,
  showsWholeList,
} from '../common/docs.js';
import { positionErrors } from '../subnets/docs.js';

const path: Readonly<Record<string, Schema>> = {
  value: {
    description: 'The value of the custom field by which subnets are selected (`prefixFields` of the settings).',
    type: 'string',
    minLength: 1,
  },
  type: { description: 'The IP version.', type: 'string', enum: ['IPv4', 'IPv6', 'v4', 'v6', '4', '6'] },
  last: maskInPath,
  externalId: { description: 'A value of the custom field for external ids.', type: 'string', minLength: 1 },
};

/** The IP version of a list: any word containing 4 or 6. */
const listPath = {
  ...path,
  type: { description: 'The IP version: a word with a 4 or a 6 in it.', type: 'string', pattern: '[46]' },
};

const usage: Schema = { description: 'Whether records show how full their subnets are.', enum: ['1', 'true', '0', 'false'] };

const noMaster = ['list.noMasterSubnets', 'path.addressType', 'customField.notDefined'] as const;
const ignored: Schema = { description: 'Passed over: the service chooses.' };

export const prefixDocs = {
  external: {
    summary: 'The subnets and addresses with an external id',
    text: 'A sort of which there is none is missing.',
    path: { value: path.externalId ?? {} },
    needs: ['value'],
    answer: shows({
      type: 'object',
      properties: { subnets: listOf(refTo('selectedSubnet')), addresses: listOf(refTo('selectedAddress')) },
      additionalProperties: false,
    }),
    errors: ['list.noObjects', 'customField.notDefined'],
  },
  subnets: {
    summary: 'The subnets of which new subnets are taken',
    text: 'By network; with an IP version, those of that version.',
    path: listPath,
    needs: ['value'],
    query: { usage },
    answer: showsWholeList('selectedSubnet'),
    errors: noMaster,
  },
  addresses: {
    summary: 'The subnets of which new addresses are taken',
    text: 'By network; with an IP version, those of that version.',
    path: listPath,
    query: { usage },
    answer: showsWholeList('selectedSubnet'),
    errors: noMaster,
  },
  freeSubnet: {
    summary: 'The first free network of a size',
    text: 'Of all subnets that the field selects. Nothing is taken.',
    path,
    answer: shows(networkText),
    errors: [...noMaster, 'path.subnetMask', 'allocation.noSubnet', 'list.noSubnets'],
  },
  freeAddress: {
    summary: 'The first free address',
    text: 'Of all subnets that the field selects. Nothing is taken.',
    path,
    answer: shows(addressText),
    errors: [...noMaster, 'allocation.noAddress', 'list.noFreeAddress'],
  },
  createAddress: {
    summary: 'Take the first free address',
    text: 'Of all subnets that the field selects, in the order of their networks.',
    path,
    needs: ['type'],
    input: {
      fields: { of: 'address', as: 'create', without: ['ip', 'subnetId'] },
      members: { ...newHoldMember, ip: ignored, ip_addr: ignored, subnetId: ignored },
    },
    answer: { shows: 'created', opens: 'addresses', message: 'Address created', data: addressText, hasSubnetId: true },
    errors: [
      ...noMaster,
      ...mistakesInFields,
      ...mistakesInCustomFields,
      ...mistakesInHold,
      'allocation.noAddress',
      'list.noAddresses',
    ],
  },
  createSubnet: {
    summary: 'Take the first free network of a size',
    text: 'In one of the subnets that the field selects, in the order of their networks.',
    path,
    input: {
      fields: { of: 'subnet', as: 'create', without: ['sectionId', 'masterSubnetId'] },
      members: { ...newHoldMember, subnet: ignored, mask: ignored, sectionId: ignored, masterSubnetId: ignored },
    },
    answer: { shows: 'created', opens: 'subnets', message: 'Subnet created', data: networkText },
    errors: [
      ...noMaster,
      ...mistakesInFields,
      ...mistakesInCustomFields,
      ...mistakesInHold,
      'path.subnetMask',
      'allocation.noSubnet',
      'list.noSubnets',
      ...positionErrors,
    ],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
