import { type CustomFieldProblem, IpamError } from '../errors.js';
import { type CustomField, definitionOf } from './custom-field.js';
import { type CustomScalar, convertCustomValue, readCustomValue } from './custom-value.js';
import type { FieldDefinition } from './field.js';

/**
 * What it takes to put a definition in force, a new one or another one of the same name. Values that records hold are kept:
 * under another type they print as before. A new field with a default has this value in all records that are there; so have
 * those without a value when a field must have one from now on. Another default alone changes no record.
 */
export class DefinitionChange {
  readonly #field: CustomField;
  readonly #before: CustomField | undefined;
  readonly #definition: FieldDefinition;

  /**
   * @param stored the definitions of the same owner
   * @throws IpamError customField.conflict: typeUnknown, nameTaken
   */
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

  /** Whether the values that records hold must be converted. */
  get convertsValues(): boolean {
    return this.#before !== undefined && this.#before.type !== this.#field.type;
  }

  /** A stored value under the new type. @throws IpamError customField.conflict: valuesDoNotFit */
  convert(value: CustomScalar): CustomScalar {
    try {
      return convertCustomValue(this.#field.name, this.#definition, value);
    } catch (error) {
      throw error instanceof IpamError ? conflict(this.#field, 'valuesDoNotFit') : error;
    }
  }

  /** The value that records get which hold none; undefined where they stay so. */
  get filling(): CustomScalar | undefined {
    const { name, default: fallback } = this.#field;
    return this.#reachesUnset && fallback !== null ? readCustomValue(name, this.#definition, fallback) : undefined;
  }

  /** Whether no record may be without a value, though none is there to fill in. */
  get needsValues(): boolean {
    return this.#reachesUnset && !this.#field.nullable && this.filling === undefined;
  }

  /** @param isUnsetSomewhere whether some record holds no value. @throws IpamError customField.conflict: valuesMissing */
  refuseUnset(isUnsetSomewhere: boolean): void {
    if (this.needsValues && isUnsetSomewhere) throw conflict(this.#field, 'valuesMissing');
  }

  /** Whether records without a value are looked at: those of a new field, and of one that must have a value from now on. */
  get #reachesUnset(): boolean {
    return !this.#before || (this.#before.nullable && !this.#field.nullable);
  }
}

const conflict = ({ on, name }: CustomField, problem: CustomFieldProblem, other?: string): IpamError =>
  new IpamError('customField.conflict', { on, name, problem, ...(other === undefined ? {} : { other }) });
