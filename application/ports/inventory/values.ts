import type { CustomScalar } from '../../../domain/fields/custom-value.js';

/** Values by field name, with custom values in `custom`. A change writes only its own members. */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * Lock until the unit of work ends. `share`: the row does not change; other units of work may share the lock. `change`: other
 * locks wait; new references to the row are permitted.
 */
export type LockStrength = 'share' | 'change';

/** An exact value. With `ignoresCase`, texts are compared with foldCase. */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Records with a text, without regard to case (caseVariants). */
export interface TextSearch {
  readonly text: string;
  /** Fields with texts, or with numbers in decimal notation. */
  readonly fields: readonly string[];
  readonly custom: readonly string[];
  /** False after the client has disconnected. The search then ends. */
  readonly isAwaited?: () => boolean;
}
