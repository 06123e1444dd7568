import { type CustomField, type CustomFieldOwner, definitionOf } from '../../domain/fields/custom-field.js';
import { readCustomValue } from '../../domain/fields/custom-value.js';
import { foldCase } from '../../domain/listing/text-match.js';
import type { CustomCondition } from '../ports/inventory.js';

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
