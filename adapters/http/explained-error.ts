import type { WireObject } from './wire/wire-value.js';

/** An error that is answered together with an explanation. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
  readonly explanation: WireObject;

  /** @param cause what is answered */
  constructor(cause: unknown, explanation: WireObject) {
    super('explained', { cause });
    this.explanation = explanation;
  }
}

/** What an error is answered as, and the explanation that goes with it. */
export const partedError = (error: unknown): { readonly error: unknown; readonly explain?: WireObject } =>
  error instanceof ExplainedError ? { error: error.cause, explain: error.explanation } : { error };
