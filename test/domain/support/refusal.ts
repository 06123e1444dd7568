import { expect } from 'chai';
import { type ErrorCode, type ErrorDetails, IpamError } from '../../../domain/errors.js';

/** Expects an IpamError with a code and, if given, exactly these details. Rethrows other exceptions. */
export function expectRefusal<C extends ErrorCode>(work: () => unknown, code: C, details?: ErrorDetails[C]): void {
  const error = refusalOf(work);
  expect(error?.code).to.equal(code);
  if (details !== undefined) expect(error?.details).to.deep.equal(details);
}

/** Returns the IpamError that work throws, if any. Rethrows other exceptions. */
export function refusalOf(work: () => unknown): IpamError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof IpamError) return error;
    throw error;
  }
}

/** Returns the code of the IpamError that work throws, if any. Rethrows other exceptions. */
export const codeOf = (work: () => unknown): ErrorCode | undefined => refusalOf(work)?.code;
