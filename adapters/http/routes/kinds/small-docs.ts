import { vlan } from '../../../../domain/catalog/kind-descriptors.js';
import type { RouteDoc, RouteDocs } from '../../openapi/docs.js';
import { integerUpTo, onlyInStrings, type Schema } from '../../openapi/schema.js';
import { customFieldsDoc, idOf, showsRecord, showsRecords, showsWholeList } from '../common/docs.js';
import { schemaUnder } from './docs.js';
import type { KindResource } from './kind-resource.js';

const ignoredId = onlyInStrings({ description: 'Ignored.', type: 'string', minLength: 1 });

const maxVlanNumber = vlan.fields.number.max;

const vlanPath: Readonly<Record<string, Schema>> = {
  id: idOf('a VLAN'),
  number: integerUpTo(maxVlanNumber, {
    description: 'VLAN number.',
    type: 'integer',
    minimum: 0,
    maximum: maxVlanNumber,
  }),
  section: idOf('a section'),
};

export const vlanDocs = (resource: KindResource) => ({
  search: ((controller) => ({
    id: 'findVlansByNumber',
    summary: 'Find VLANs by number',
    text: 'VLAN numbers are unique within an L2 domain, so several VLANs can have the number.',
    path: { ...vlanPath, id: ignoredId },
    needs: ['number'],
    answer: showsRecords(schemaUnder(resource, controller)),
    errors: ['list.noVlanFound'],
  })) satisfies RouteDocs,
  customFields: {
    ...customFieldsDoc('listVlanCustomFields', 'VLANs'),
    path: { id: ignoredId },
  } satisfies RouteDoc,
  subnets: {
    id: 'listVlanSubnets',
    summary: 'List subnets of a VLAN',
    text: 'A section in the path limits the list to subnets of that section.',
    path: vlanPath,
    answer: showsRecords('subnet'),
    errors: ['path.vlanIdNotNumeric', 'path.vlanIdUnknown', 'list.noSubnets'],
  } satisfies RouteDoc,
});

export const deviceDocs = {
  search: {
    id: 'findDevices',
    summary: 'Find devices by text',
    text: 'Returns devices with the text in one of their fields.',
    path: { text: { description: 'Text to search for; case is ignored.', type: 'string', minLength: 1 } },
    needs: ['text'],
    answer: showsWholeList('device'),
    errors: ['path.searchTermMissing', 'list.noDeviceFound'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const rulePath = { id: idOf('a NAT rule') };

export const natDocs = {
  objects: {
    id: 'getNatRuleObjects',
    summary: 'Retrieve a NAT rule with the IDs of its objects',
    text: 'Returns the source and destination objects as ids by type.',
    path: rulePath,
    answer: showsRecord('natObjects'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
  objectsFull: {
    id: 'getNatRuleRecords',
    summary: 'Retrieve a NAT rule with the records of its objects',
    text: 'Returns the source and destination objects as records by type.',
    path: rulePath,
    answer: showsRecord('natObjectsFull'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
