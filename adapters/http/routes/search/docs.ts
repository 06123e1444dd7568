import { openKindNames } from '../../../../domain/catalog/kinds.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import { closed, listOf, refTo, type Schema, value, withNumbers } from '../../openapi/schema.js';
import { maskInPath } from '../common/docs.js';

export const otherKinds = openKindNames.filter((kind) => kind !== 'vlan' && kind !== 'vrf');

export const maxOfKind = 20;

const side = (record: RecordSchemaName): Schema => ({
  description: 'List of records with code 200, or a text with code 404 if no record matches.',
  type: 'object',
  properties: {
    code: value('integer'),
    data: withNumbers({ anyOf: [listOf(refTo(record)), { type: 'string' }] }, { anyOf: undefined }),
    truncated: value('flag', '1 if more records match than the response includes (1,000).'),
  },
  required: ['code', 'data'],
  ...closed,
});

const typeFlag = (what: string, isDefault: boolean): Schema =>
  withNumbers(
    {
      description: `Whether the search includes ${what}.`,
      enum: ['1', 'true', '0', 'false'],
      default: isDefault ? '1' : '0',
    },
    { enum: undefined, type: 'boolean', default: isDefault },
  );

export const searchDocs = {
  search: {
    id: 'search',
    summary: 'Search records',
    text: 'Searches subnets and addresses and, on request, VLANs, VRFs and records of all other kinds. The search covers addresses, networks, names, descriptions and other text fields, including custom fields.',
    path: {
      text: { description: 'IP address, network, or any other text.', type: 'string', minLength: 1 },
      mask: { ...maskInPath, description: 'Prefix length or IPv4 netmask, if the text is a network.' },
    },
    needs: ['text'],
    query: {
      subnets: typeFlag('subnets', true),
      addresses: typeFlag('addresses', true),
      vlan: typeFlag('VLANs', false),
      vrf: typeFlag('VRFs', false),
      kinds: typeFlag(`records of all other kinds, at most ${maxOfKind} of each kind`, false),
    },
    answer: shows({
      type: 'object',
      properties: {
        subnets: side('subnet'),
        addresses: side('address'),
        vlan: side('vlanUnderId'),
        vrf: side('vrf'),
        kinds: {
          description: 'Matching records by kind, at most 20 of each; kinds without matches are absent.',
          type: 'object',
          properties: Object.fromEntries(otherKinds.map((kind) => [kind, side(kind)])),
          ...closed,
        },
        search_filter: {
          description: 'Kinds included in the search.',
          type: 'object',
          properties: Object.fromEntries(['subnets', 'addresses', 'vlan', 'vrf'].map((name) => [name, value('flag')])),
          required: ['subnets', 'addresses', 'vlan', 'vrf'],
          ...closed,
        },
      },
      required: ['search_filter'],
      ...closed,
    }),
    errors: ['path.searchTermMissing', 'field.tooLong', 'field.control'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
