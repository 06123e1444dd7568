import { kindNames } from '../../../../domain/catalog/kinds.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import { listOf, refTo, type Schema, value } from '../../openapi/schema.js';
import { maskInPath } from '../common/docs.js';

export const otherKinds = kindNames.filter((kind) => kind !== 'vlan' && kind !== 'vrf');

export const maxOfKind = 20;

const side = (record: RecordSchemaName): Schema => ({
  description: 'Records with code 200, or a text with code 404 where there are none.',
  type: 'object',
  properties: {
    code: value('integer'),
    data: { anyOf: [listOf(refTo(record)), { type: 'string' }] },
    truncated: value('flag', '1 where there are more than are shown (1,000).'),
  },
  required: ['code', 'data'],
  additionalProperties: false,
});

const typeFlag = (what: string, isDefault: boolean): Schema => ({
  description: `Whether ${what} are searched.`,
  enum: ['1', 'true', '0', 'false'],
  default: isDefault ? '1' : '0',
});

export const searchDocs = {
  search: {
    summary: 'What a text may mean',
    text: 'Subnets and addresses, also VLANs, VRFs and records of all other kinds: by address, network, name, description and other texts, custom fields included.',
    path: {
      text: { description: 'An address, a network, or any text.', type: 'string', minLength: 1 },
      mask: { ...maskInPath, description: 'The prefix length, or an IPv4 netmask, where the text is a network.' },
    },
    needs: ['text'],
    query: {
      subnets: typeFlag('subnets', true),
      addresses: typeFlag('addresses', true),
      vlan: typeFlag('VLANs', false),
      vrf: typeFlag('VRFs', false),
      kinds: typeFlag(`records of all other kinds, ${maxOfKind} of each at most,`, false),
    },
    answer: shows({
      type: 'object',
      properties: {
        subnets: side('subnet'),
        addresses: side('address'),
        vlan: side('vlanUnderId'),
        vrf: side('vrf'),
        kinds: {
          description: 'By kind, as far as some are found: 20 of each at most.',
          type: 'object',
          properties: Object.fromEntries(otherKinds.map((kind) => [kind, side(kind)])),
          additionalProperties: false,
        },
        search_filter: {
          description: 'Which of these were searched.',
          type: 'object',
          properties: Object.fromEntries(['subnets', 'addresses', 'vlan', 'vrf'].map((name) => [name, value('flag')])),
          required: ['subnets', 'addresses', 'vlan', 'vrf'],
          additionalProperties: false,
        },
      },
      required: ['search_filter'],
      additionalProperties: false,
    }),
    errors: ['path.searchTermMissing', 'field.tooLong', 'field.control'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
