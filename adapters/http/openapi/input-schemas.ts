import { type RecordType, shapeOf } from '../../../domain/catalog/record-types.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { inputName } from '../wire/names.js';
import type { InputDoc } from './docs.js';
import { meaningOf, namesOf } from './record-schemas.js';
import { integerUpTo, ofTypes, ofTypesOrNull, onlyInStrings, type Schema, withNumbers } from './schema.js';

const maxInteger = 2147483647;
const integerText = '^([+-]?\\d{1,15})?$';
const words = { flag: [0, 1, '0', '1', true, false, 'true', 'false'], unset: [null, ''] } as const;

/** Schema of a field in requests: JSON values, or texts for forms and XML. */
export function fieldInputSchema(field: FieldDefinition): Schema {
  switch (field.type) {
    case 'text':
    case 'multiline':
      return field.required
        ? withText(field, ofTypes(['string', 'number'], { minLength: 1, maxLength: field.max }))
        : ofTypesOrNull(['string', 'number'], { maxLength: field.max });
    case 'integer':
      return integerUpTo(field.max, integerInput(field, { minimum: field.min ?? 0, maximum: field.max ?? maxInteger }));
    case 'number':
      return ofTypesOrNull(['number', 'string'], {});
    case 'flag':
      return withNumbers({ enum: [...words.flag, ...words.unset] }, { enum: undefined, type: 'boolean' });
    case 'enum':
      return enumInput(field.values);
    case 'timestamp':
      return withNumbers(
        { type: ['string', 'null'], pattern: '^(\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d)?)?)?$' },
        { pattern: undefined, examples: ['2026-01-31 12:00:00'] },
      );
    case 'date':
      return withNumbers(
        { type: ['string', 'null'], pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' },
        { pattern: undefined, examples: ['2026-01-31'] },
      );
    case 'address':
      return (field.required ? ofTypes : ofTypesOrNull)(['string', 'integer'], { examples: ['10.0.0.1', '2001:db8::1'] });
    case 'mac':
      return { type: ['string', 'null'] };
    case 'permissions':
      return withNumbers({ type: ['object', 'string', 'null'] }, { type: ['string', 'null'] });
    case 'objects':
      return withNumbers({ type: ['object', 'string', 'null'] }, idsByType);
    case 'idList':
      return withNumbers(
        { type: ['string', 'integer', 'array', 'null'], items: idItem },
        { type: ['string', 'null'], items: undefined },
      );
    case 'reference':
      return integerInput(field, { minimum: 0, maximum: maxInteger });
    case 'prefix':
      return {};
  }
}

/** Adds the pattern of a text that must not be blank, for `/openapi.json` and `/openapi-strings.json`. */
const withText = ({ notBlank }: { readonly notBlank?: true }, schema: Schema): Schema =>
  notBlank ? withNumbers({ ...schema, pattern: '\\S' }, { pattern: '\\S' }) : schema;

const idsByType: Schema = {
  type: ['object', 'null'],
  additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 } },
};

const idItem: Schema = { type: ['integer', 'string'] };

/** An integer as a number or text. null or an empty text unsets an optional field. */
function integerInput({ required }: FieldDefinition, bounds: Schema): Schema {
  return withNumbers(
    { type: ['integer', 'string', 'boolean', 'null'], ...bounds, pattern: integerText },
    { type: required ? 'integer' : ['integer', 'null'], pattern: undefined },
  );
}

const enumInput = (values: readonly string[]): Schema =>
  withNumbers(
    { enum: [...values, ...values.filter((word) => /^\d+$/.test(word)).map(Number), ...words.unset] },
    { enum: values, type: 'string' },
  );

const defaultOf = (field: FieldDefinition): Schema =>
  field.type === 'flag'
    ? { default: field.default ? 1 : 0 }
    : 'default' in field && field.default !== undefined
      ? { default: field.default }
      : {};

function recordInputSchema(description: string, field: FieldDefinition, as: 'create' | 'change'): Schema {
  if (field.readOnly)
    return onlyInStrings({ description: `${description} Set by the service.`, ...(as === 'create' ? { type: 'null' } : {}) });
  return { description, ...fieldInputSchema(field), ...(as === 'create' ? defaultOf(field) : {}) };
}

/** Names of the fields required in a creation. */
export const requiredFieldNames = (of: RecordType, without: readonly string[] = []): string[] =>
  Object.entries(shapeOf(of).fields)
    .filter(([name, field]) => field.required && !('default' in field) && field.type !== 'prefix' && !without.includes(name))
    .map(([name]) => name);

/** The members of a request for a record. `/openapi.json` has one name of each writable field. */
export function fieldMembers(of: RecordType, as: 'create' | 'change', without: readonly string[] = []): Record<string, Schema> {
  const names = namesOf(of);
  const { synonyms = {}, onlyBySynonym = [], computed = [] } = names;
  const members: Record<string, Schema> = {};
  for (const [name, field] of Object.entries(shapeOf(of).fields)) {
    if (field.type === 'prefix' || without.includes(name)) continue;
    const schema = recordInputSchema(meaningOf(of, name), field, as);
    const allNames = [name, ...Object.keys(synonyms).filter((synonym) => synonyms[synonym] === name)];
    for (const each of field.readOnly ? [name] : allNames)
      if (!onlyBySynonym.includes(each)) members[each] = each === inputName(names, name) ? schema : onlyInStrings(schema);
  }
  if (as === 'change')
    for (const name of [...computed, 'links'])
      members[name] = onlyInStrings({ description: 'Ignored, so that a record can be written back as read.' });
  return members;
}

/** Schema of a request's input. @param ids for a path without an id: names of members, one of which is required */
export function inputSchema(docs: InputDoc, ids: readonly string[] = []): Schema {
  const { fields: from, members = {}, required = [], oneOf = [], others } = docs;
  const own = from ? fieldMembers(from.of, from.as, from.without) : {};
  const hasCustomFields = from !== undefined && shapeOf(from.of).owner !== undefined;
  const properties: Readonly<Record<string, Schema>> = {
    ...(from?.as === 'change' ? idMembers(from.of) : {}),
    ...own,
    ...members,
    ...(hasCustomFields ? { custom_fields: nestedCustomFields } : from?.as === 'change' ? { custom_fields: noCustomFields } : {}),
    ...Object.fromEntries(ids.map((name) => [name, { ...idMember, ...members[name] }])),
  };
  const choices = [...(from?.as === 'create' ? requiredFields(from.of, from.without ?? []) : []), oneOf, ids].filter(
    (names) => names.length > 0,
  );
  return {
    type: 'object',
    properties,
    ...demanding(required, choices),
    additionalProperties: others ?? (hasCustomFields ? customValue : false),
  };
}

const idMember: Schema = {
  description: 'ID of the record; equal to the ID in the path, if any.',
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^\\d{1,10}$',
};

export function idMembers(of: RecordType): Record<string, Schema> {
  const { id } = namesOf(of);
  return { id: idMember, ...(id === undefined ? {} : { [id]: idMember }) };
}

const customValue: Schema = {
  description: 'Custom field by its name.',
  type: ['string', 'number', 'boolean', 'null'],
};

const nestedCustomFields: Schema = {
  description: 'Custom fields by name, if the application nests them.',
  type: ['object', 'null'],
  additionalProperties: customValue,
};

const noCustomFields: Schema = {
  description: 'Not supported.',
  type: ['null', 'string'],
  maxLength: 0,
};

function requiredFields(of: RecordType, without: readonly string[]): (readonly string[])[] {
  const { synonyms = {} } = namesOf(of);
  return Object.entries(shapeOf(of).fields)
    .filter(([name, { required }]) => required && !without.includes(name))
    .map(([name]) => [name, ...Object.keys(synonyms).filter((synonym) => synonyms[synonym] === name)]);
}

function demanding(required: readonly string[], choices: readonly (readonly string[])[]): Schema {
  const single = choices.flatMap((names) => (names.length === 1 ? names : []));
  const several = choices
    .filter((names) => names.length > 1)
    .map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }));
  const all = [...new Set([...required, ...single])];
  return { ...(all.length > 0 ? { required: all } : {}), ...(several.length > 0 ? { allOf: several } : {}) };
}
