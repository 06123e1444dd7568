import type { RetryOptions } from './retries.js';

/** A user with a password, and with the one-time code of its second factor, if it has one. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Called at each sign-in. */
  readonly code?: () => string | Promise<string>;
}

export interface ClientOptions {
  /** URL of the service, with its base path, if it has one: https://ipam.example.org */
  readonly url: string;
  /** Application of the client. Default: default */
  readonly app?: string;
  /** Key of a user or service account (`hxp_...`), access token, or code of an application. */
  readonly key?: string;
  /** Signs in at the first request, and again after the session ends. Not permitted with `key`. */
  readonly credentials?: Credentials;
  readonly retries?: Partial<RetryOptions>;
  /** Additional headers of all requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the fetch function of the runtime, for example to use a proxy. */
  readonly fetch?: (request: Request) => Promise<Response>;
}
