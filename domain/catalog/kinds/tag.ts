import { defineKind } from '../../fields/kind.js';

/** State of an address or subnet: offline, used, reserved, DHCP, or user-defined. */
export const tag = defineKind({
  name: 'tag',
  title: 'tags',
  fields: {
    type: { type: 'text', max: 32, required: true },
    showtag: { type: 'flag', default: true },
    bgcolor: { type: 'text', max: 7, default: '#000' },
    fgcolor: { type: 'text', max: 7, default: '#fff' },
    compress: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    locked: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    updateTag: { type: 'flag' },
  },
  links: ['addresses'],
  isLocked: ({ locked }) => locked === 'Yes',
});
