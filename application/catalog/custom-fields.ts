import { type CustomField, type CustomFieldOwner, definitionOf } from '../../domain/fields/custom-field.js';
import { DefinitionChange } from '../../domain/fields/custom-field-change.js';
import { type CustomScalar, readCustomValue } from '../../domain/fields/custom-value.js';
import { foldCase } from '../../domain/listing/text-match.js';
import type { Cause } from '../ports/change-log.js';
import type { CustomCondition } from '../ports/inventory/records.js';
import type { Repositories } from '../ports/unit-of-work.js';

const customPrefix = 'custom_';

export interface CustomFieldSource {
  /** @returns the definitions of an owner, in the order of creation */
  customFields(on: CustomFieldOwner): Promise<readonly CustomField[]>;
}

export class CustomFields {
  readonly #directory: CustomFieldSource;

  constructor(directory: CustomFieldSource) {
    this.#directory = directory;
  }

  /** Finds a field by name, else by the name without the prefix `custom_`. */
  async find(on: CustomFieldOwner, name: string): Promise<CustomField | undefined> {
    const fields = await this.#directory.customFields(on);
    const shortName = name.startsWith(customPrefix) ? name.slice(customPrefix.length) : undefined;
    return fields.find((field) => field.name === name) ?? fields.find((field) => field.name === shortName);
  }

  /** The condition for records with a value; undefined if no record can have it. */
  condition(field: CustomField, text: string): CustomCondition | undefined {
    const definition = definitionOf(field);
    const value = definition && readCustomValue(field.name, definition, text);
    return value === undefined ? undefined : { field: field.name, value };
  }

  /** Like `condition`, but without regard to case for texts. */
  lookup(field: CustomField, text: string): CustomCondition | undefined {
    const definition = definitionOf(field);
    const choices = definition?.type === 'enum' ? definition.values : [];
    const knownChoice = choices.find((choice) => foldCase(choice) === foldCase(text)) ?? text;
    const condition = this.condition(field, knownChoice);
    return condition && { ...condition, ignoresCase: typeof condition.value === 'string' };
  }

  /** Names of the fields with searchable values: all except flags. */
  async searchable(on: CustomFieldOwner): Promise<string[]> {
    const fields = await this.#directory.customFields(on);
    return fields.filter((field) => definitionOf(field)?.type !== 'flag').map(({ name }) => name);
  }
}

type Stores = Pick<Repositories, 'customFields' | 'customValues'>;

/** Logs the changes of record values before a definition changes. */
export type LogValueChanges = (cause: Cause) => Promise<void>;

/**
 * Creates or replaces a definition according to DefinitionChange. The definitions must be locked.
 * @throws IpamError customField.conflict if stored values are invalid under the definition
 */
export async function defineCustomField(
  { customFields, customValues }: Stores,
  field: CustomField,
  logChanges: LogValueChanges,
): Promise<void> {
  const { on, name } = field;
  const change = new DefinitionChange(field, await customFields.list(on));
  const { filling } = change;
  if (change.convertsValues) {
    const convert = (value: CustomScalar): CustomScalar => change.convert(value);
    await logChanges({ of: 'customValues', on, name, change: { convert } });
    await customValues.convert(on, name, convert);
  }
  if (filling !== undefined) {
    await logChanges({ of: 'customValues', on, name, change: { fill: filling } });
    await customValues.fill(on, name, filling);
  }
  if (change.needsValues) change.refuseUnset(await customValues.isUnsetSomewhere(on, name));
  await customFields.save(field);
}

/** Deletes a definition and all its values. The definitions must be locked. @returns whether it existed */
export async function dropCustomField(
  { customFields, customValues }: Stores,
  { on, name }: Pick<CustomField, 'on' | 'name'>,
  logChanges: LogValueChanges,
): Promise<boolean> {
  if (!(await customFields.delete(on, name))) return false;
  await logChanges({ of: 'customValues', on, name, change: { remove: true } });
  await customValues.remove(on, name);
  return true;
}
