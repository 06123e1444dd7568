import { IpamError } from '../../errors.js';
import { defineKind } from '../../fields/kind.js';

/** A layer 2 broadcast domain (IEEE 802.1Q) with a number in an L2 domain. */
export const vlan = defineKind({
  name: 'vlan',
  title: 'VLANs',
  fields: {
    domainId: { type: 'reference', ref: { kind: 'l2domain', onDelete: { moveTo: 1 } }, default: 1 },
    name: { type: 'text', max: 255, required: true },
    number: { type: 'integer', max: 4294967295, required: true },
    description: { type: 'multiline', max: 65535 },
    editDate: { type: 'timestamp', readOnly: true },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['subnets'],
  rules: {
    numberRange: ({ number }, { highestVlanNumber }) =>
      typeof number === 'number' && number > highestVlanNumber
        ? new IpamError('vlan.numberTooHigh', { max: highestVlanNumber })
        : undefined,
  },
  customFields: 'vlans',
});
