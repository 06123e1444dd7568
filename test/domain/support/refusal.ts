import { expect } from 'chai';
import { type ErrorCode, type ErrorDetails, IpamError } from '../../../domain/errors.js';

/** Expects work to be refused with a code and, where given, with exactly these details. Any other exception is passed on. */
export function expectRefusal<C extends ErrorCode>(work: () => unknown, code: C, details?: ErrorDetails[C]): void {
  const error = refusalOf(work);
  expect(error?.code).to.equal(code);
  if (details !== undefined) expect(error?.details).to.deep.equal(details);
}

/** The IpamError that work throws, if any. Any other exception is passed on. */
export function refusalOf(work: () => unknown): IpamError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof IpamError) return error;
    throw error;
  }
}

/** The code of the IpamError that work throws, if any. Any other exception is passed on. */
export const codeOf = (work: () => unknown): ErrorCode | undefined => refusalOf(work)?.code;
