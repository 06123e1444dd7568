import { expect } from 'chai';
import { RequestError, type RequestErrorCode } from '../../../../adapters/http/request-error.js';

/** Returns the RequestError that `work` throws, if any. Rethrows any other error. */
export function requestErrorOf(work: () => unknown): RequestError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (RequestError.is(error)) return error;
    throw error;
  }
}

/** Expects work to be refused with a code and, where given, with exactly these details. */
export function expectRequestError(work: () => unknown, code: RequestErrorCode, details?: object): void {
  const error = requestErrorOf(work);
  expect(error?.code).to.equal(code);
  if (details !== undefined) expect(error?.details).to.deep.equal(details);
}

/** Returns the code of the RequestError of a rejected promise, else undefined. Rethrows any other error. */
export async function rejectionOf(work: Promise<unknown>): Promise<RequestErrorCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (RequestError.is(error)) return error.code;
    throw error;
  }
}
