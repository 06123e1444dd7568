import { defineKind } from '../../fields/kind.js';

/** A set of switches with a common VLAN number space. */
export const l2domain = defineKind({
  name: 'l2domain',
  title: 'L2 domains',
  fields: {
    name: { type: 'text', max: 64, required: true },
    description: { type: 'multiline', max: 65535 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    number: { type: 'integer' },
    domainId: { type: 'integer', default: 1 },
    editDate: { type: 'timestamp', readOnly: true },
  },
  links: ['vlans'],
  customFields: 'l2domains',
});
