import type { ErrorCode, ErrorDetails } from './error-details.js';
import { errorTexts } from './error-texts.js';
import { messageOf } from './text-template.js';

export type { CustomFieldProblem, ErrorCode, ErrorDetails, ExpectedValue } from './error-details.js';

/** The exception class of domain and application. The message is an English sentence. */
export class IpamError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'IpamError';
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, ...details: Record<never, never> extends ErrorDetails[C] ? [] : [ErrorDetails[C]]) {
    super(messageOf<ErrorDetails[C]>(errorTexts[code], (details[0] ?? {}) as ErrorDetails[C]));
    this.code = code;
    this.details = (details[0] ?? {}) as ErrorDetails[C];
  }

  /** Narrows an error to codes. Without codes, to any IpamError. */
  static is<C extends ErrorCode>(error: unknown, ...codes: readonly C[]): error is IpamError<C> {
    return error instanceof IpamError && (codes.length === 0 || codes.some((code) => code === error.code));
  }
}
