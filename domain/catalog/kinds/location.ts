import { defineKind } from '../../fields/kind.js';

export const location = defineKind({
  name: 'location',
  title: 'locations',
  fields: {
    name: { type: 'text', max: 128, required: true },
    description: { type: 'multiline', max: 65535 },
    address: { type: 'text', max: 128 },
    lat: { type: 'text', max: 31 },
    long: { type: 'text', max: 31 },
  },
  links: ['subnets', 'devices', 'racks', 'ipaddresses'],
  customFields: 'locations',
});
