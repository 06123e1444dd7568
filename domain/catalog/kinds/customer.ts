import { defineKind } from '../../fields/kind.js';

export const customer = defineKind({
  name: 'customer',
  title: 'customers',
  fields: {
    title: { type: 'text', max: 128, required: true },
    address: { type: 'text', max: 255 },
    postcode: { type: 'text', max: 32 },
    city: { type: 'text', max: 255 },
    tag: { type: 'text', max: 255 },
    lat: { type: 'text', max: 31 },
    long: { type: 'text', max: 31 },
    contact_person: { type: 'multiline', max: 65535 },
    contact_phone: { type: 'text', max: 32 },
    contact_mail: { type: 'text', max: 254 },
    note: { type: 'multiline', max: 65535 },
    status: { type: 'enum', values: ['Active', 'Reserved', 'Inactive'], default: 'Active' },
  },
  uniqueTogether: [['title']],
});
