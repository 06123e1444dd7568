import type { InputDoc } from '../docs.js';
import { requiredFieldNames, writtenFields } from '../input-schemas.js';
import { fieldsOf } from '../record-schemas.js';
import { numbersForm, type Schema } from '../schema.js';

export type Members = Readonly<Record<string, Schema>>;

/** Returns the members of a request. Each has one name: synonyms and ignored members are omitted. */
export function membersOf({ fields, members = {} }: InputDoc): Members {
  const own = fields ? writtenFields(fields.of, fields.as, fields.without) : {};
  return Object.fromEntries(
    Object.entries(numbersForm({ ...own, ...members })).map(([name, schema]) => [name, withDefaultInText(schema)]),
  );
}

/** Returns the schema of a request body; undefined for a request without members. */
export function bodySchema(input: InputDoc): Schema | undefined {
  const properties = membersOf(input);
  const { fields, required = [], others = {} } = input;
  const further = numbersForm(others);
  if (Object.keys({ ...properties, ...further }).length === 0) return undefined;
  const needed = [...(fields?.as === 'create' ? requiredFieldNames(fields.of, fields.without) : []), ...required];
  const hasCustomFields = fields !== undefined && fieldsOf(fields.of).hasCustomFields;
  return {
    type: 'object',
    properties,
    ...(needed.length > 0 ? { required: [...new Set(needed)] } : {}),
    additionalProperties: hasCustomFields ? customField : Object.keys(further).length > 0 ? further : false,
  };
}

const customField: Schema = { description: 'Custom field by its name.' };

/** Describes the default in text: some generators treat members with a default as required. */
function withDefaultInText({ default: usual, ...schema }: Schema): Schema {
  const shown = schema.type === 'boolean' ? Boolean(usual) : (usual ?? '');
  return shown === false || shown === ''
    ? schema
    : { ...schema, description: `${String(schema.description)} Default: ${String(shown)}.` };
}
