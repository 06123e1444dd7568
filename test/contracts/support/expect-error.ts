import { expect } from 'chai';
import { type ErrorCode, type ErrorDetails, IpamError } from '../../../domain/errors.js';

/** Expects a rejection with an error code, and with these details if given. */
export async function expectError<C extends ErrorCode>(
  failing: Promise<unknown>,
  code: C,
  details?: ErrorDetails[C],
): Promise<void> {
  const error = await failing.then(
    (value) => expect.fail(`no error but ${String(value)}`),
    (reason: unknown) => reason,
  );
  if (!IpamError.is(error, code)) throw error;
  if (details) expect(error.details).to.deep.equal(details);
}
