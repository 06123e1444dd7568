import type { CustomField, CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';

export interface CustomFieldReader {
  /** In the order of their definition. */
  list(on?: CustomFieldOwner): Promise<CustomField[]>;
}

export interface CustomFieldRepository extends CustomFieldReader {
  /**
   * Locks all definitions for a change: waits for units of work that have read definitions, and blocks new readers until this one
   * ends. Records are then never written by outdated definitions.
   */
  lock(): Promise<void>;
  /** Adds a definition, or replaces the one of the same owner and name. */
  save(field: CustomField): Promise<void>;
  delete(on: CustomFieldOwner, name: string): Promise<boolean>;
}

/** Changes the values of a custom field in all records. The definitions must be locked. */
export interface CustomValueRepository {
  /**
   * Replaces every stored value.
   * @param convert called for each value in any order, once or more often; an error of it ends the whole conversion
   */
  convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void>;
  /** Whether a record without a value exists. */
  isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean>;
  /** Sets the value of every record without one. */
  fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void>;
  /** Removes a field's values from all records. */
  remove(on: CustomFieldOwner, name: string): Promise<void>;
}
