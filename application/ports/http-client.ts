import { plainLine } from '../../domain/plain-line.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From name resolution to the end of the response. */
  readonly timeoutMs: number;
  /** Aborts the request. The server may have received it. */
  readonly stop?: AbortSignal;
  /**
   * Whether an IP address is permitted. Checked for each resolved address and again for the connected one, before anything is
   * sent. The request has its own connection.
   */
  readonly mayConnect?: (address: string) => boolean;
}

/** A response. The connection is busy until the body is read. */
export interface HttpResponse {
  readonly status: number;
  /** @param name in lower case */
  header(name: string): string | undefined;
  /** @throws HttpFailure */
  readonly body: AsyncIterable<Uint8Array>;
  /** The body as UTF-8; undefined if it exceeds maxBytes. The rest is then not read. @throws HttpFailure */
  text(maxBytes: number): Promise<string | undefined>;
}

/**
 * Reason of a missing or incomplete response. forbiddenAddress: `mayConnect` permits no address of the host. noAddress: the host
 * name has no address.
 */
export type HttpFailureReason = 'timeout' | 'stopped' | 'forbiddenAddress' | 'noAddress' | 'connection';

/** A failed request. The message is the one of the runtime: one line without headers and body. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: HttpFailureReason;
  /** Error code of the runtime, e.g. ECONNREFUSED; may be empty. */
  readonly code: string;

  constructor(reason: HttpFailureReason, text: string, code = '') {
    super(plainLine(text, 200));
    this.reason = reason;
    this.code = code;
  }
}

/** Sends requests to the host in the URL only. Redirects are not followed; certificates are verified. */
export interface HttpClient {
  /** @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Text of a server for logs and errors: one line of at most 200 characters, without the secret sent to the server. */
export const redactedLine = (text: string, secret: string): string =>
  plainLine((secret === '' ? text : text.replaceAll(secret, '***')).slice(0, 200));
