import type { CustomScalar } from '../../../domain/fields/custom-value.js';

/** Values by field name, with custom values under `custom`. A change writes only its named fields and custom values. */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * Lasts until the unit of work ends. `share`: the row stays unchanged; other units may share the lock. `change`: other locks
 * wait; new references to the row are still allowed.
 */
export type LockStrength = 'share' | 'change';

/** The exact value, or with `ignoresCase` a text that differs in case only (foldCase). */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Records that contain a text, case-insensitive (caseVariants of the domain). */
export interface TextSearch {
  readonly text: string;
  /** Texts, and numbers in decimal notation. */
  readonly fields: readonly string[];
  readonly custom: readonly string[];
  /** False once the client has disconnected; the search then ends early. */
  readonly isWanted?: () => boolean;
}
