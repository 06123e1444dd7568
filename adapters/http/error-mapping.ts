import { type ErrorCode, type ErrorDetails, IpamError } from '../../domain/errors.js';
import type { RequestErrorDetails } from './request-error.js';
import type { RequestParameters } from './wire/parameters.js';
import type { WireObject } from './wire/wire-value.js';

export type MappableDetails = ErrorDetails & RequestErrorDetails;
export type MappableCode = keyof MappableDetails;

/** The codes to which an error can be mapped. The error must have all details that the message of the code needs. */
type MappableTo<C extends ErrorCode> = {
  [T in MappableCode]: ErrorDetails[C] extends MappableDetails[T] ? T : never;
}[MappableCode];

/** Maps domain errors of a route to codes of its interface. Some mappings depend on the field of the error. */
export type ErrorMapping = {
  readonly [C in ErrorCode]?:
    | MappableTo<C>
    | (ErrorDetails[C] extends { readonly field: string } ? Readonly<Record<string, MappableTo<C>>> : never);
} & {
  /** Wire names of fields that differ from the field names. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** Synonyms of fields. An error reports the name in the request. */
  readonly synonyms?: Readonly<Record<string, string>> | undefined;
};

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

/** Applies a mapping to an error. Errors without an entry are returned unchanged. */
export function mappedError(
  error: unknown,
  mapping: ErrorMapping,
  request: { readonly id?: string | undefined; readonly parameters: RequestParameters },
): unknown {
  if (error instanceof DetailedError) return new DetailedError(mappedError(error.cause, mapping, request), error.members);
  if (!IpamError.is(error)) return error;
  const { code, details } = error;
  const target = mapping[code];
  const field = 'field' in details ? details.field : undefined;
  const targetCode = typeof target === 'object' ? field !== undefined && target[field] : target;
  const fieldName =
    field === undefined ? undefined : (mapping.fieldNames?.[field] ?? sentName(field, mapping, request.parameters));
  if (!targetCode && fieldName === undefined) return error;
  return new MappedError(
    targetCode || code,
    {
      ...details,
      ...(fieldName === undefined ? {} : { field: fieldName }),
      ...(targetCode && field === undefined && request.id !== undefined && 'id' in details ? { id: request.id } : {}),
    },
    error,
  );
}

/** Returns the synonym with which the request sent a field, if any. */
function sentName(field: string, { synonyms = {} }: ErrorMapping, parameters: RequestParameters): string | undefined {
  if (Object.hasOwn(parameters, field)) return undefined;
  return Object.keys(synonyms).find((name) => synonyms[name] === field && Object.hasOwn(parameters, name));
}

/** An error whose answer has further members: the explanation of a failed allocation, or the report of all row errors. */
export class DetailedError extends Error {
  override readonly name = 'DetailedError';
  readonly members: { readonly explain?: WireObject; readonly data?: WireObject };

  constructor(cause: unknown, members: DetailedError['members']) {
    super('detailed', { cause });
    this.members = members;
  }
}

/** Returns an error with its further members; without members for any other error. */
export const detailedError = (error: unknown): DetailedError =>
  error instanceof DetailedError ? error : new DetailedError(error, {});
