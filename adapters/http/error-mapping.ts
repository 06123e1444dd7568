import { type ErrorCode, type ErrorDetails, IpamError } from '../../domain/errors.js';
import type { RequestErrorDetails } from './request-error.js';
import type { RequestParameters } from './wire/parameters.js';
import type { WireObject } from './wire/wire-value.js';

/** The facts of every error that the error table has a row for. */
export type MappableDetails = ErrorDetails & RequestErrorDetails;
export type MappableCode = keyof MappableDetails;

/** The codes that an error can be told as: its facts are enough for their texts. */
type MappableTo<C extends ErrorCode> = {
  [T in MappableCode]: ErrorDetails[C] extends MappableDetails[T] ? T : never;
}[MappableCode];

/**
 * How a route tells errors of the domain, where its clients know them by other codes than the error's own: for some errors, by
 * the field that they concern.
 */
export type ErrorMapping = {
  readonly [C in ErrorCode]?:
    | MappableTo<C>
    | (ErrorDetails[C] extends { readonly field: string } ? Readonly<Record<string, MappableTo<C>>> : never);
} & {
  /** What its clients call a field, where that is not the field's own name. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** Names by which its clients may send fields that have other ones: such a field is told by the name that was sent. */
  readonly synonyms?: Readonly<Record<string, string>> | undefined;
};

/** What of a request its errors tell. */
export interface MappingContext {
  /** As the path gives it. */
  readonly id?: string | undefined;
  readonly parameters: RequestParameters;
}

/** An error of the domain that is told by another code. */
export class MappedError extends Error {
  override readonly name = 'RetoldError';
  readonly code: MappableCode;
  readonly details: object;

  constructor(code: MappableCode, details: object, cause: IpamError) {
    super(code, { cause });
    this.code = code;
    this.details = details;
  }
}

/** The error that a route throws instead of another one; most are themselves. */
export function mappedError(error: unknown, tells: ErrorMapping, { id, parameters }: MappingContext): unknown {
  if (!IpamError.is(error)) return error;
  const { code, details } = error;
  const told = tells[code];
  const field = 'field' in details ? details.field : undefined;
  const toldCode = typeof told === 'object' ? field !== undefined && told[field] : told;
  const fieldName = field === undefined ? undefined : (tells.fieldNames?.[field] ?? sentName(field, tells, parameters));
  if (!toldCode && fieldName === undefined) return error;
  return new MappedError(
    toldCode || code,
    {
      ...details,
      ...(fieldName === undefined ? {} : { field: fieldName }),
      ...(toldCode && field === undefined && id !== undefined && 'id' in details ? { id } : {}),
    },
    error,
  );
}

/** The name by which a field was sent, where that is not its own. */
function sentName(field: string, { synonyms = {} }: ErrorMapping, parameters: RequestParameters): string | undefined {
  if (Object.hasOwn(parameters, field)) return undefined;
  return Object.keys(synonyms).find((name) => synonyms[name] === field && Object.hasOwn(parameters, name));
}

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

/** An error that is answered together with a report of all that is wrong. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
  readonly report: WireObject;

  /** @param cause what is answered */
  constructor(cause: unknown, report: WireObject) {
    super('reported', { cause });
    this.report = report;
  }
}

/** What an error is answered as, and the explanation or the report that goes with it. */
export function errorParts(error: unknown): {
  readonly error: unknown;
  readonly explain?: WireObject;
  readonly data?: WireObject;
} {
  if (error instanceof ReportedError) return { error: error.cause, data: error.report };
  return error instanceof ExplainedError ? { error: error.cause, explain: error.explanation } : { error };
}
