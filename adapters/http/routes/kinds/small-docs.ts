import type { RouteDoc, RouteDocs } from '../../openapi/docs.js';
import type { Schema } from '../../openapi/schema.js';
import { customFieldsDoc, idOf, showsRecord, showsRecords, showsWholeList } from '../common/docs.js';
import { schemaUnder } from './docs.js';
import type { KindResource } from './kind-resource.js';

const vlanPath: Readonly<Record<string, Schema>> = {
  id: idOf('a VLAN'),
  number: { description: 'A VLAN number.', type: 'integer', minimum: 0, maximum: 4294967295 },
  section: idOf('a section'),
};

export const vlanDocs = (resource: KindResource) => ({
  search: ((controller) => ({
    summary: 'The VLANs with a number',
    text: 'Each L2 domain has numbers of its own.',
    path: { ...vlanPath, id: { description: 'Plays no part.', type: 'string', minLength: 1 } },
    needs: ['number'],
    answer: showsRecords(schemaUnder(resource, controller)),
    errors: ['list.noVlanFound'],
  })) satisfies RouteDocs,
  customFields: {
    ...customFieldsDoc('VLANs'),
    path: { id: { description: 'Plays no part.', type: 'string', minLength: 1 } },
  } satisfies RouteDoc,
  subnets: {
    summary: 'The subnets that refer to one of the VLANs',
    text: 'With a section in the path, those in that section.',
    path: vlanPath,
    answer: showsRecords('subnet'),
    errors: ['path.vlanIdNotNumeric', 'path.vlanIdUnknown', 'list.noSubnets'],
  } satisfies RouteDoc,
});

export const deviceDocs = {
  search: {
    summary: 'The devices with a text in one of their fields',
    path: { text: { description: 'A text, in any case.', type: 'string', minLength: 1 } },
    needs: ['text'],
    answer: showsWholeList('device'),
    errors: ['path.searchTermMissing', 'list.noDeviceFound'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const rulePath = { id: idOf('a NAT rule') };

export const natDocs = {
  objects: {
    summary: 'A NAT rule with the ids of what it translates',
    path: rulePath,
    answer: showsRecord('natObjects'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
  objectsFull: {
    summary: 'A NAT rule with the records of what it translates',
    path: rulePath,
    answer: showsRecord('natObjectsFull'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
