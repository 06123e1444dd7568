import { type AdministeredValues, defineAdministered } from './administered-field.js';
import type { FieldDefinition } from './field.js';

/** Objects that can have custom fields. */
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

/** The fields of the definition of a custom field. */
export const customFieldFields = defineAdministered({
  on: { type: 'enum', values: customFieldOwners, required: true, writeOnce: true, meaning: 'What has the field.' },
  name: {
    type: 'text',
    max: 64,
    isName: true,
    required: true,
    writeOnce: true,
    meaning: 'What the field is called; `custom_` may be its beginning.',
  },
  type: {
    type: 'text',
    max: 4096,
    required: true,
    meaning: "varchar(N), int, bool, date, datetime, text or enum('a','b'). Values that records have are kept, or it is refused.",
  },
  nullable: { type: 'flag', default: true, meaning: 'Whether records may be without a value.' },
  default: {
    type: 'text',
    max: 65535,
    nullable: true,
    meaning: 'The value of new records, and of those that are there when the field is added; empty for none.',
  },
  comment: { type: 'multiline', max: 65535, meaning: 'What it is for.' },
});

/** A field that administrators add to an object. `type` is the word they gave, e.g. varchar(32) or enum('a','b'). */
export type CustomField = AdministeredValues<typeof customFieldFields>;

/** How a custom field's values are read and kept; undefined when its type is none that is known. */
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
