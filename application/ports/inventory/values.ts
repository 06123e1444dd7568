import type { CustomScalar } from '../../../domain/fields/custom-value.js';

/**
 * Values of a record to store, by field name, with custom values under `custom`. A change writes only its named fields and named
 * custom values.
 */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * Lock strength of a row until the unit of work ends. `share`: the row stays unchanged, and other units may share the lock.
 * `change`: other locks wait; new records may still refer to the row.
 */
export type LockStrength = 'share' | 'change';

/** Matches records with this value of a custom field: the exact value, or a text that differs in case only (foldCase). */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Matches records that contain a text, case-insensitive (caseVariants of the domain). */
export interface TextSearch {
  readonly text: string;
  /** Searched fields: texts, and numbers in decimal notation. */
  readonly fields: readonly string[];
  /** Searched custom fields. */
  readonly custom: readonly string[];
  /** Returns false once the client has disconnected; the search then ends early. */
  readonly isWanted?: () => boolean;
}
