import type { FieldDefinition } from '../../../domain/fields/field.js';
import type { InputDoc } from './docs.js';
import { type FieldsName, fieldsOf, meaningOf, namesOf } from './record-schemas.js';
import type { Schema } from './schema.js';

const maxInteger = 2147483647;
const integerText = '^([+-]?\\d{1,15})?$';
const words = { flag: [0, 1, '0', '1', true, false, 'true', 'false'], unset: [null, ''] } as const;

/** A type that also accepts unset. */
const orUnset = (...types: readonly string[]): Schema => ({ type: [...types, 'null'] });

/** JSON values, or texts for forms and XML. */
export function fieldInputSchema(field: FieldDefinition): Schema {
  switch (field.type) {
    case 'text':
    case 'multiline':
      return field.required
        ? { type: ['string', 'number'], minLength: 1, maxLength: field.max }
        : { ...orUnset('string', 'number'), maxLength: field.max };
    case 'integer':
      return {
        ...orUnset('integer', 'string', 'boolean'),
        minimum: field.min ?? 0,
        maximum: field.max ?? maxInteger,
        pattern: integerText,
      };
    case 'number':
      return orUnset('number', 'string');
    case 'flag':
      return { enum: [...words.flag, ...words.unset] };
    case 'enum':
      return { enum: [...field.values, ...field.values.filter((word) => /^\d+$/.test(word)).map(Number), ...words.unset] };
    case 'timestamp':
      return { ...orUnset('string'), pattern: '^(\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d)?)?)?$' };
    case 'date':
      return { ...orUnset('string'), pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' };
    case 'address':
      return { type: ['string', 'integer'], examples: ['10.0.0.1', '2001:db8::1'] };
    case 'mac':
      return orUnset('string');
    case 'permissions':
      return orUnset('object', 'string');
    case 'objects':
      return orUnset('object', 'string');
    case 'idList':
      return orUnset('string', 'integer', 'array');
    case 'reference':
      return { ...orUnset('integer', 'string', 'boolean'), minimum: 0, maximum: maxInteger, pattern: integerText };
    case 'prefix':
      return {};
  }
}

const defaultOf = (field: FieldDefinition): Schema =>
  field.type === 'flag'
    ? { default: field.default ? 1 : 0 }
    : 'default' in field && field.default !== undefined
      ? { default: field.default }
      : {};

function recordInputSchema(description: string, field: FieldDefinition, as: 'create' | 'change'): Schema {
  if (field.readOnly) return { description: `${description} Set by the service.`, ...(as === 'create' ? { type: 'null' } : {}) };
  const isOptionalAddress = field.type === 'address' && !field.required;
  const schema = { ...fieldInputSchema(field), ...(isOptionalAddress ? orUnset('string', 'integer') : {}) };
  return { description, ...schema, ...(as === 'create' ? defaultOf(field) : {}) };
}

function fieldMembers(of: FieldsName, as: 'create' | 'change', without: readonly string[]): Record<string, Schema> {
  const { fields } = fieldsOf(of);
  const { synonyms = {}, onlyBySynonym = [], computed = [] } = namesOf(of);
  const members: Record<string, Schema> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'prefix' || without.includes(name)) continue;
    const schema = recordInputSchema(meaningOf(of, name), field, as);
    const allNames = [name, ...Object.keys(synonyms).filter((synonym) => synonyms[synonym] === name)];
    for (const each of field.readOnly ? [name] : allNames) if (!onlyBySynonym.includes(each)) members[each] = schema;
  }
  if (as === 'change')
    for (const name of [...computed, 'links'])
      members[name] = { description: 'Ignored, so that a record can be written back as read.' };
  return members;
}

/** The schema of a request's input. @param ids names of members of which one is required, for a path without an id */
export function inputSchema(about: InputDoc, ids: readonly string[] = []): Schema {
  const { fields: from, members = {}, required = [], oneOf = [], others } = about;
  const own = from ? fieldMembers(from.of, from.as, from.without ?? []) : {};
  const hasCustomFields = from !== undefined && fieldsOf(from.of).hasCustomFields;
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

export function idMembers(of: FieldsName): Record<string, Schema> {
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

/** For each required field, the names that satisfy it. */
function requiredFields(of: FieldsName, without: readonly string[]): (readonly string[])[] {
  const { synonyms = {} } = namesOf(of);
  return Object.entries(fieldsOf(of).fields)
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
