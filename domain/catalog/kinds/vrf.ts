import { defineKind } from '../../fields/kind.js';

/** A separate routing table (RFC 4364); `rd` is its route distinguisher. */
export const vrf = defineKind({
  name: 'vrf',
  title: 'VRFs',
  fields: {
    name: { type: 'text', max: 32, required: true },
    rd: { type: 'text', max: 32 },
    description: { type: 'multiline', max: 256 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    editDate: { type: 'timestamp', readOnly: true },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['subnets'],
  uniqueTogether: [['name']],
  customFields: 'vrfs',
});
