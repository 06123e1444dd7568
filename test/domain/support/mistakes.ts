import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { refusalOf } from './refusal.js';

/** A mistake of a request: in its input or in the stored facts. */
export interface Mistake<Facts extends object> {
  readonly code: ErrorCode;
  readonly input?: Input;
  readonly facts?: Partial<Facts>;
}

/**
 * The reported codes with all mistakes, then with all but the first, and so on. They equal the codes of the mistakes in order
 * if each mistake is reported before all later ones.
 */
export const reportedOf = <Facts extends object>(
  mistakes: readonly Mistake<Facts>[],
  request: (input: Input, facts: Partial<Facts>) => unknown,
): (ErrorCode | undefined)[] =>
  mistakes.map((_, index) => {
    const made = mistakes.slice(index).reverse();
    const input: Input = Object.assign({}, ...made.map((mistake) => mistake.input ?? {}));
    const facts: Partial<Facts> = Object.assign({}, ...made.map((mistake) => mistake.facts ?? {}));
    return refusalOf(() => request(input, facts))?.code;
  });
