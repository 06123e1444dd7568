import { type ErrorCode, type ErrorDetails, IpamError } from '../../../domain/errors.js';
import type { RequestErrorDetails } from '../request/request-error.js';

/** The facts of every error that the error table has a row for. */
export type ToldDetails = ErrorDetails & RequestErrorDetails;
export type ToldCode = keyof ToldDetails;

/** The codes that an error can be told as: its facts are enough for their texts. */
type ToldAs<C extends ErrorCode> = { [T in ToldCode]: ErrorDetails[C] extends ToldDetails[T] ? T : never }[ToldCode];

/**
 * How a route tells errors of the domain, where its clients know them by other codes than the error's own: for some errors, by
 * the field that they concern.
 */
export type Tells = {
  readonly [C in ErrorCode]?:
    | ToldAs<C>
    | (ErrorDetails[C] extends { readonly field: string } ? Readonly<Record<string, ToldAs<C>>> : never);
};

/** An error of the domain that is told by another code. */
export class RetoldError extends Error {
  override readonly name = 'RetoldError';
  readonly code: ToldCode;
  readonly details: object;

  constructor(code: ToldCode, details: object, cause: IpamError) {
    super(code, { cause });
    this.code = code;
    this.details = details;
  }
}

/** The error that a route throws instead of another one; most are themselves. @param id as the path gives it: so it is told */
export function retold(error: unknown, tells: Tells, id: string | undefined): unknown {
  if (!IpamError.is(error)) return error;
  const { code, details } = error;
  const told = tells[code];
  const toldCode = typeof told === 'object' ? 'field' in details && told[details.field] : told;
  if (!toldCode) return error;
  return new RetoldError(toldCode, id !== undefined && 'id' in details ? { ...details, id } : details, error);
}
