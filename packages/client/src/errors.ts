import type { ErrorCode } from './generated/error-codes.js';

export type { ErrorCode } from './generated/error-codes.js';

interface Failure {
  readonly message?: string;
  readonly data?: unknown;
  readonly explain?: unknown;
}

/** An answer with a status of 400 or higher, or a redirect, which the client does not follow (307 in browsers, which hide the status). */
export class HexipamError extends Error {
  override readonly name = 'HexipamError';
  readonly status: number;
  /** Error code, such as `allocation.noAddress`; undefined for answers of a proxy. */
  readonly code: ErrorCode | undefined;
  /** Id of the request, as in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the request may succeed. */
  readonly retryAfter: number | undefined;
  /** Report of the errors in imported rows. */
  readonly data: unknown;
  /** Explanation of a failed allocation, for requests with `explain`. */
  readonly explain: unknown;

  constructor({ status, headers }: Response, { message, data, explain }: Failure) {
    super(message ?? `the service answered ${status}`);
    this.status = status;
    this.code = (headers.get('Hexipam-Error') as ErrorCode | null) ?? undefined;
    this.requestId = headers.get('X-Request-Id') ?? undefined;
    this.retryAfter = secondsIn(headers.get('Retry-After'));
    this.data = data;
    this.explain = explain;
  }
}

/** No answer arrived within the time limits of the client. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The idempotency key of a write whose outcome is unknown. The same request with this key is executed at most once. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(idempotencyKey === undefined ? reason : `${reason}; the outcome of the write is unknown`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** Whether an error is an answer of the service with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): error is HexipamError =>
  error instanceof HexipamError && error.code !== undefined && codes.includes(error.code);

/** Returns the seconds of a Retry-After header; undefined for a date, which the service does not send. */
export const secondsIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

export async function errorOf(response: Response): Promise<HexipamError> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return new HexipamError(response, typeof body === 'object' && body !== null ? body : {});
  } catch {
    return new HexipamError(response, {});
  }
}
