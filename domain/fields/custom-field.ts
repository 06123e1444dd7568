import { type AdministeredValues, defineAdministered } from './administered-field.js';
import type { FieldDefinition } from './field.js';

export const customFieldOwners = [
  'sections',
  'subnets',
  'addresses',
  'vlans',
  'vrfs',
  'l2domains',
  'devices',
  'locations',
  'racks',
] as const;
export type CustomFieldOwner = (typeof customFieldOwners)[number];

export const customFieldFields = defineAdministered({
  on: { type: 'enum', values: customFieldOwners, required: true, writeOnce: true, meaning: 'Record type with the field.' },
  name: {
    type: 'text',
    max: 64,
    isName: true,
    required: true,
    writeOnce: true,
    meaning: 'Name of the field, with or without the prefix `custom_`.',
  },
  type: {
    type: 'text',
    max: 4096,
    required: true,
    meaning: "varchar(N), int, bool, date, datetime, text or enum('a','b'); a change that does not fit stored values is refused.",
  },
  nullable: { type: 'flag', default: true, meaning: 'Whether the value is optional.' },
  default: {
    type: 'text',
    max: 65535,
    nullable: true,
    meaning: 'Value of new records, and of existing records when the field is added; empty: none.',
  },
  comment: { type: 'multiline', max: 65535, meaning: 'Purpose of the field.' },
});

/** `type` is a text, e.g. varchar(32) or enum('a','b'). */
export type CustomField = AdministeredValues<typeof customFieldFields>;

export function definitionOf(field: CustomField): FieldDefinition | undefined {
  const required = field.nullable ? {} : ({ required: true } as const);
  const text = /^varchar\((\d{1,5})\)$/i.exec(field.type);
  if (text) return { type: 'text', max: Number(text[1]), ...required };
  const choices = /^enum\(\s*('(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*)\s*\)$/i.exec(field.type);
  if (choices)
    return {
      type: 'enum',
      values: [...(choices[1] ?? '').matchAll(/'((?:[^']|'')*)'/g)].map((m) => (m[1] ?? '').replaceAll("''", "'")),
      ...required,
    };
  if (/^int(\(\d+\))?$/i.test(field.type)) return { type: 'integer', min: -2147483648, ...required };
  switch (field.type.toLowerCase()) {
    case 'bool':
    case 'tinyint(1)':
      return { type: 'flag', ...required };
    case 'date':
      return { type: 'date', ...required };
    case 'datetime':
      return { type: 'timestamp', ...required };
    case 'text':
      return { type: 'multiline', max: 65535, ...required };
    default:
      return undefined;
  }
}
