import type { AdministeredField, AdministeredFields } from '../../../../domain/fields/administered-field.js';
import {
  integerUpTo,
  listOf,
  objectOf,
  ofTypes,
  ofTypesOrNull,
  onlyInStrings,
  refTo,
  type Schema,
  value,
  withNumbers,
} from '../../openapi/schema.js';

/** Input schemas of administered fields. @param as whether the request creates or changes a record */
export function memberInputSchemas(members: AdministeredFields, as: 'create' | 'change'): Readonly<Record<string, Schema>> {
  const input = Object.entries(members).filter(([, { readOnly }]) => !readOnly);
  const meaningOf = ({ writeOnce, meaning }: AdministeredField) =>
    writeOnce && as === 'change' ? 'As in the path; it cannot be changed.' : meaning;
  return Object.fromEntries(
    input.map(([name, member]) => {
      const schema = { ...memberInputSchema(member), description: meaningOf(member) };
      return [name, member.writeOnce && as === 'change' ? onlyInStrings(schema) : schema];
    }),
  );
}

/** Path of a record by its name. @param what e.g. `a user` */
export const namePath = (what: string, example: string): Readonly<Record<string, Schema>> => ({
  name: { description: `Name of ${what}.`, type: 'string', minLength: 1, examples: [example] },
});

export const requiredIn = (members: AdministeredFields): string[] =>
  Object.keys(members).filter((name) => members[name]?.required && !members[name]?.readOnly);

const orNull = (nullable: true | undefined, types: readonly [string, ...string[]], keywords: Schema = {}): Schema =>
  nullable ? ofTypesOrNull(types, keywords) : ofTypes(types, keywords);

function memberInputSchema(field: AdministeredField): Schema {
  const { nullable } = field;
  switch (field.type) {
    case 'integer':
      return integerUpTo(
        field.max,
        orNull(nullable, ['integer', 'string'], { pattern: nullable ? '^(-?\\d{1,15})?$' : '^-?\\d{1,15}$' }),
      );
    case 'flag':
      return withNumbers({ enum: [0, 1, '0', '1', true, false, 'true', 'false', ''] }, { enum: undefined, type: 'boolean' });
    case 'enum':
      return { type: 'string', enum: field.values };
    case 'texts':
      return ofTypes(['array', 'string'], { items: { type: 'string' } });
    case 'ids':
      return ofTypes(['array', 'string'], { items: ofTypes(['integer', 'string'], { minimum: 1, pattern: '^\\d{1,10}$' }) });
    case 'text':
    case 'multiline':
      return orNull(nullable, ['string', 'number'], { maxLength: field.max });
    default:
      return orNull(nullable, ['string', 'number']);
  }
}

export const withoutNumber = ({ id, ...others }: AdministeredFields): AdministeredFields =>
  id?.type === 'integer' || !id ? others : { id, ...others };

/** Output schemas of administered fields. @param further additional members @param optional members that may be absent */
export const memberOutputSchemas = (
  members: AdministeredFields,
  further: Readonly<Record<string, Schema>> = {},
  ...optional: readonly string[]
): Schema => {
  const shown = Object.entries(members).filter(([, { hidden }]) => !hidden);
  const own = shown.map(([name, member]) => [name, { ...memberOutputSchema(member), description: member.meaning }]);
  const absent = shown.flatMap(([name, { partial }]) => (partial ? [name] : []));
  return objectOf({ ...Object.fromEntries(own), ...further }, ...absent, ...optional);
};

function memberOutputSchema(field: AdministeredField): Schema {
  switch (field.type) {
    case 'integer':
      return integerUpTo(field.max, value(field.nullable ? 'integerOrNull' : 'integer'));
    case 'flag':
      return value('flag');
    case 'enum':
      return { type: 'string', enum: field.values };
    case 'texts':
      return listOf({ type: 'string' });
    case 'ids':
      return listOf(value('id'));
    case 'timestamp':
    case 'date':
      return value('momentOrNull');
    default:
      return field.nullable ? refTo('textOrNull') : { type: 'string' };
  }
}

/** Schema of member descriptions, from which clients build forms. */
export const describedMembers: Schema = listOf(
  objectOf({
    name: { description: 'Name of the member in requests and records.', type: 'string' },
    type: { type: 'string', enum: ['text', 'multiline', 'secret', 'integer', 'flag', 'enum', 'texts', 'ids', 'time'] },
    comment: { description: 'Meaning of the member.', type: 'string' },
    isRequired: { description: 'Whether a new record requires the member.', type: 'boolean' },
    isFixed: { description: 'Whether only a new record accepts the member.', type: 'boolean' },
    isReadOnly: { description: 'Whether the member is read-only.', type: 'boolean' },
    usual: refTo('textOrNull', 'Default of a new record, as a text; null for an empty or false default.'),
    values: {
      description: 'Permitted values; null for any.',
      type: ['array', 'null'],
      items: { type: 'string' },
    },
  }),
);
