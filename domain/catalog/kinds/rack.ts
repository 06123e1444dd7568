import { defineKind } from '../../fields/kind.js';

/** `size` is the number of rack units. */
export const rack = defineKind({
  name: 'rack',
  title: 'racks',
  fields: {
    name: { type: 'text', max: 64, required: true },
    size: { type: 'integer', min: 1, max: 1000 },
    subrack: { type: 'flag' },
    location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
    row: { type: 'integer', default: 1 },
    hasBack: { type: 'flag' },
    topDown: { type: 'flag' },
    description: { type: 'multiline', max: 65535 },
    customer_id: { type: 'reference', ref: { kind: 'customer', onDelete: 'clear' } },
  },
  links: ['devices'],
  customFields: 'racks',
});
