import { plainLine } from '../../domain/plain-line.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit in milliseconds, from name resolution to the end of the response. */
  readonly timeoutMs: number;
  /** Aborts the request: the server may have received it or not. */
  readonly stop?: AbortSignal;
  /**
   * Whether the request may go to an IP address. Checks each address of a name and then the connected one, before anything is
   * sent. Such a request has a connection of its own.
   */
  readonly mayConnect?: (address: string) => boolean;
}

/** A response; its connection is busy until `text` or an iteration has read the body. */
export interface HttpResponse {
  readonly status: number;
  /** The body as it arrives. @throws HttpFailure */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * @returns the body as UTF-8; undefined if it exceeds maxBytes (the rest is not read)
   * @throws HttpFailure
   */
  text(maxBytes: number): Promise<string | undefined>;
}

/** Why no response came, or not all of it: time limit, `stop`, no address that `mayConnect` admits, a name without address. */
export type HttpFailureReason = 'timeout' | 'stopped' | 'forbiddenAddress' | 'noAddress' | 'connection';

/** A request without a complete response. The text is that of the runtime: one line without headers and body. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: HttpFailureReason;
  /** The runtime's code of a failed connection, ECONNREFUSED; empty without one. */
  readonly code: string;

  constructor(reason: HttpFailureReason, text: string, code = '') {
    super(plainLine(text, 200));
    this.reason = reason;
    this.code = code;
  }
}

/** Sends requests within a time limit, to the named server only: redirects are responses, certificates are verified. */
export interface HttpClient {
  /** @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** The text of another server for logs and errors: one line of at most 200 characters, without the secret that it received. */
export const redactedLine = (text: string, secret: string): string =>
  plainLine((secret === '' ? text : text.replaceAll(secret, '***')).slice(0, 200));
