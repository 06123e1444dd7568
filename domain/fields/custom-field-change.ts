import { type CustomFieldProblem, IpamError } from '../errors.js';
import { type CustomField, definitionOf } from './custom-field.js';
import { type CustomScalar, convertCustomValue, readCustomValue } from './custom-value.js';
import type { FieldDefinition } from './field.js';

/**
 * A new or changed custom field. Stored values keep their text form under another type. If a field is new or becomes required,
 * records without a value get the default. A change of the default alone does not modify records.
 */
export class DefinitionChange {
  readonly #field: CustomField;
  readonly #before: CustomField | undefined;
  readonly #definition: FieldDefinition;

  /** @param stored definitions of the same owner @throws IpamError customField.conflict: typeUnknown, nameTaken */
  constructor(field: CustomField, stored: readonly CustomField[]) {
    const { name } = field;
    const definition = definitionOf(field);
    if (!definition) throw conflict(field, 'typeUnknown');
    const namesake = stored.find((other) => other.name !== name && other.name.toLowerCase() === name.toLowerCase());
    if (namesake) throw conflict(field, 'nameTaken', namesake.name);
    this.#field = field;
    this.#before = stored.find((other) => other.name === name);
    this.#definition = definition;
  }

  get convertsValues(): boolean {
    return this.#before !== undefined && this.#before.type !== this.#field.type;
  }

  /** @throws IpamError customField.conflict: valuesDoNotFit */
  convert(value: CustomScalar): CustomScalar {
    try {
      return convertCustomValue(this.#field.name, this.#definition, value);
    } catch (error) {
      throw error instanceof IpamError ? conflict(this.#field, 'valuesDoNotFit') : error;
    }
  }

  /** The value to store in records without a value, if any. */
  get filling(): CustomScalar | undefined {
    const { name, default: fallback } = this.#field;
    return this.#reachesUnset && fallback !== null ? readCustomValue(name, this.#definition, fallback) : undefined;
  }

  /** Whether every record must have a value, but there is no default. */
  get needsValues(): boolean {
    return this.#reachesUnset && !this.#field.nullable && this.filling === undefined;
  }

  /** @param isUnsetSomewhere whether any record has no value @throws IpamError customField.conflict: valuesMissing */
  refuseUnset(isUnsetSomewhere: boolean): void {
    if (this.needsValues && isUnsetSomewhere) throw conflict(this.#field, 'valuesMissing');
  }

  /** True for a new field, and for a field that becomes required. */
  get #reachesUnset(): boolean {
    return !this.#before || (this.#before.nullable && !this.#field.nullable);
  }
}

const conflict = ({ on, name }: CustomField, problem: CustomFieldProblem, other?: string): IpamError =>
  new IpamError('customField.conflict', { on, name, problem, ...(other === undefined ? {} : { other }) });
