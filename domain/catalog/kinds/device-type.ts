import { defineKind } from '../../fields/kind.js';

export const deviceType = defineKind({
  name: 'deviceType',
  title: 'device types',
  fields: {
    tname: { type: 'text', max: 128 },
    tdescription: { type: 'text', max: 128 },
    bgcolor: { type: 'text', max: 7, default: '#E6E6E6' },
    fgcolor: { type: 'text', max: 7, default: '#000' },
  },
  links: ['devices'],
});
