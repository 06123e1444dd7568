import { plainLine } from '../../domain/plain-line.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** In milliseconds, from name resolution to the end of the response. */
  readonly timeoutMs: number;
  /** Aborts the request; the server may have received it. */
  readonly stop?: AbortSignal;
  /**
   * Whether an IP address is allowed. Checked for each address of a name and then for the connected one, before anything is sent.
   * Such a request has its own connection.
   */
  readonly mayConnect?: (address: string) => boolean;
}

/** The connection is busy until the body is read. */
export interface HttpResponse {
  readonly status: number;
  /** @param name in lower case @returns undefined if the response has no such header */
  header(name: string): string | undefined;
  /** @throws HttpFailure */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * @returns the body as UTF-8; undefined if it exceeds maxBytes (the rest is not read)
   * @throws HttpFailure
   */
  text(maxBytes: number): Promise<string | undefined>;
}

/** Why the response is missing or incomplete: time limit, `stop`, no address that `mayConnect` admits, a name without address. */
export type HttpFailureReason = 'timeout' | 'stopped' | 'forbiddenAddress' | 'noAddress' | 'connection';

/** The text is that of the runtime: one line without headers and body. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: HttpFailureReason;
  /** The runtime's code, e.g. ECONNREFUSED, or empty. */
  readonly code: string;

  constructor(reason: HttpFailureReason, text: string, code = '') {
    super(plainLine(text, 200));
    this.reason = reason;
    this.code = code;
  }
}

/** Sends requests to the named server only: redirects are responses, certificates are verified. */
export interface HttpClient {
  /** @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** A server's text for logs and errors: one line of at most 200 characters, without the secret that it received. */
export const redactedLine = (text: string, secret: string): string =>
  plainLine((secret === '' ? text : text.replaceAll(secret, '***')).slice(0, 200));
