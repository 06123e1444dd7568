import type { CustomScalar } from '../../../domain/fields/custom-value.js';

/**
 * Values of a record about to be stored: by field name, custom values under `custom`. In a change only what is named is
 * written, and `custom` replaces the named custom values only.
 */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * How strongly a row is held until the unit of work ends. `share`: it stays as it is, others may hold it so too.
 * `change`: others wait; records that merely refer to it may still be added.
 */
export type LockStrength = 'share' | 'change';

/** Holds for records with this value of a custom field: exactly this one, or a text that differs in case only (foldCase). */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Holds for records in which a text occurs, whatever the case of its letters (caseVariants of the domain). */
export interface TextSearch {
  readonly text: string;
  /** Fields in which it may occur: texts, and numbers as they print. */
  readonly fields: readonly string[];
  /** Custom fields in which it may occur. */
  readonly custom: readonly string[];
  /** Whether somebody still waits for what is found: where not, the search ends early. */
  readonly isWanted?: () => boolean;
}
