import type { FieldDefinition } from '../../../domain/fields/field.js';

/** Fields by name: one of each type that clients can write, and some with limits. */
export const types = {
  text: { type: 'text', max: 5 },
  multiline: { type: 'multiline', max: 5 },
  integer: { type: 'integer' },
  port: { type: 'integer', min: 1, max: 65535 },
  signed: { type: 'integer', min: -10, max: 10 },
  number: { type: 'number' },
  flag: { type: 'flag' },
  enum: { type: 'enum', values: ['No', 'Yes', '1'] },
  timestamp: { type: 'timestamp' },
  date: { type: 'date' },
  address: { type: 'address' },
  mac: { type: 'mac' },
  permissions: { type: 'permissions' },
  objects: { type: 'objects' },
  idList: { type: 'idList', ref: { kind: 'section' } },
  reference: { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } },
} satisfies Record<string, FieldDefinition>;
