import type { CustomField, CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';

export interface CustomFieldReader {
  list(on?: CustomFieldOwner): Promise<CustomField[]>;
}

export interface CustomFieldRepository extends CustomFieldReader {
  /** Waits for units of work that have read definitions, and blocks new readers, so that no record has outdated definitions. */
  lock(): Promise<void>;
  /** Adds a definition, or replaces the one with the same owner and name. */
  save(field: CustomField): Promise<void>;
  delete(on: CustomFieldOwner, name: string): Promise<boolean>;
}

/** Stored values of custom fields. The definitions must be locked. */
export interface CustomValueRepository {
  /**
   * Replaces every stored value.
   * @param convert called in any order, and at least once per value; its error aborts the conversion
   */
  convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void>;
  isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean>;
  fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void>;
  remove(on: CustomFieldOwner, name: string): Promise<void>;
}
