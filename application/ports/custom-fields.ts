import type { CustomField, CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';

/** Reads definitions of custom fields. */
export interface CustomFieldReader {
  /** In the order in which they were defined. */
  list(on?: CustomFieldOwner): Promise<CustomField[]>;
}

/** Stores definitions of custom fields. */
export interface CustomFieldRepository extends CustomFieldReader {
  /**
   * Holds all definitions for changing them: waits for the units of work that have read some, and lets others that want to
   * read some wait, until this one ends. So no record is written by definitions that are no longer in force.
   */
  lock(): Promise<void>;
  /** Adds a definition, or changes the one of the same owner and name. */
  save(field: CustomField): Promise<void>;
  delete(on: CustomFieldOwner, name: string): Promise<boolean>;
}

/** Changes the values of one custom field in all records that have it. The definitions must be held. */
export interface CustomValueRepository {
  /**
   * Puts another value in the place of every one that records hold.
   * @param convert called for each value, in no particular order, once or several times; what it throws ends all of it
   */
  convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void>;
  /** Whether some record holds no value of a field. */
  isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean>;
  /** Gives a value to every record that holds none. */
  fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void>;
  /** Removes a field's values from all records. */
  remove(on: CustomFieldOwner, name: string): Promise<void>;
}
