import { type CustomField, type CustomFieldOwner, definitionOf } from '../../domain/catalog/custom-field.js';
import { type CustomScalar, convertCustomValue, readCustomValue } from '../../domain/catalog/custom-value.js';
import type { FieldDefinition } from '../../domain/catalog/field.js';
import { IpamError } from '../../domain/errors.js';
import type { Repositories } from '../ports/unit-of-work.js';

type Stores = Pick<Repositories, 'customFields' | 'customValues'>;

/**
 * Puts a definition in force, a new one or another one of the same name; the definitions must be held.
 *
 * Values that records hold are kept: under another type they print as before, or the definition is refused. A new field
 * with a default has this value in all records that are there; so have those without a value when a field must have one
 * from now on. Another default alone changes no record.
 * @throws IpamError customField.conflict when stored values do not go with the definition
 */
export async function defineCustomField(stores: Stores, field: CustomField): Promise<void> {
  const definition = definitionOf(field);
  if (!definition) throw conflict(field, 'type', 'is not known');
  const others = await stores.customFields.list(field.on);
  const namesake = others.find(({ name }) => name !== field.name && name.toLowerCase() === field.name.toLowerCase());
  if (namesake) throw conflict(field, 'name', `differs from ${namesake.name} in case only`);
  const before = others.find(({ name }) => name === field.name);
  if (before && before.type !== field.type) await convertValues(stores, field, definition);
  if (!before || (before.nullable && !field.nullable)) await fillUnset(stores, field, definition);
  await stores.customFields.save(field);
}

/**
 * Takes a definition away, and its values from all records: a later field of that name starts empty. The definitions must
 * be held.
 * @returns whether it was there
 */
export async function dropCustomField(
  { customFields, customValues }: Stores,
  { on, name }: Pick<CustomField, 'on' | 'name'>,
): Promise<boolean> {
  if (!(await customFields.delete(on, name))) return false;
  await customValues.remove(on, name);
  return true;
}

async function convertValues({ customValues }: Stores, field: CustomField, definition: FieldDefinition): Promise<void> {
  await customValues.convert(field.on, field.name, (value: CustomScalar) => {
    try {
      return convertCustomValue(field.name, definition, value);
    } catch (error) {
      throw error instanceof IpamError ? conflict(field, 'type', `does not fit values that some ${field.on} have`) : error;
    }
  });
}

async function fillUnset({ customValues }: Stores, field: CustomField, definition: FieldDefinition): Promise<void> {
  const value = field.default === null ? undefined : readCustomValue(field.name, definition, field.default);
  if (value !== undefined) return customValues.fill(field.on, field.name, value);
  if (field.nullable || !(await customValues.isUnsetSomewhere(field.on, field.name))) return;
  throw conflict(field, 'nullable', `must be true, or a default be given: some ${field.on} have no value`);
}

const conflict = ({ on, name }: { on: CustomFieldOwner; name: string }, part: 'name' | 'type' | 'nullable', problem: string) =>
  new IpamError('customField.conflict', { on, name, part, problem });
