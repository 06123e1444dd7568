import type { GrantedToken } from '../../application/access/sign-in/access-tokens.js';
import type { Caller } from '../../application/caller.js';
import type { RelyingParty } from '../../application/ports/second-factors.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import type { Operation } from '../../domain/access/access-policy.js';
import type { App } from '../../domain/access/app.js';
import type { Answer, PlainAnswer } from './answer.js';
import type { ErrorMapping } from './error-mapping.js';
import type { LanguageHeader } from './error-row.js';
import type { RouteDocs } from './openapi/docs.js';
import type { Schema } from './openapi/schema.js';
import type { RequestParameters } from './wire/parameters.js';

/** A request after the common checks, as routes receive it. */
export interface ApiRequest {
  readonly caller: Caller;
  readonly app: App;
  /** The name in the URL, in lower case; a controller can have several names. It selects the representation of some records. */
  readonly controller: string;
  /** Decoded path segments after the controller. */
  readonly ids: readonly string[];
  readonly path: Readonly<Record<string, string | undefined>>;
  /**
   * Executes the write of the request with its write options: idempotency key, expected version, dry run.
   * @param work writes for the caller and resolves to the result. It uses one or several units of work. The last one also commits
   * the stored answer.
   * @param answer builds the answer from the result. A stored answer is built within the unit of work. It may then read only with
   * the passed readers.
   */
  readonly write: <T>(
    work: (caller: Caller) => Promise<T>,
    answer: (result: T, within?: Readers) => PlainAnswer | Promise<PlainAnswer>,
  ) => Promise<PlainAnswer>;
  /** Parameters of query and body; those of the body take precedence. */
  readonly parameters: RequestParameters;
  /** The complete CSV body. */
  readonly table?: Uint8Array | undefined;
  readonly clientAddress: string;
  /** The access token that authenticated the caller, if any. */
  readonly token: string | undefined;
  /** Whether the connection is closed. */
  readonly isGone: () => boolean;
  /** Registers a function that runs after the answer is sent or the connection is closed. */
  readonly whenOver: (run: () => void) => void;
  readonly cut: () => void;
  /** The Accept header; empty without one. */
  readonly accept: string;
  readonly language: LanguageHeader;
  /** The Last-Event-ID header, if any. */
  readonly lastEventId: string | undefined;
  /** The caller with current permissions; undefined if the route is no longer permitted. @throws storage errors */
  readonly renewCaller: () => Promise<Caller | undefined>;
  /**
   * The origin that browsers use for this server; undefined without a valid Host header.
   * @throws RequestError request.hostNotPermitted
   */
  readonly party: () => RelyingParty | undefined;
  /**
   * URL of the service without a final slash; undefined without a valid Host header.
   * @throws RequestError request.hostNotPermitted
   */
  readonly baseUrl: () => string | undefined;
  /**
   * Signs in the user with the credentials of the request. A second factor can be in the header X-Hexipam-OTP or in the parameter
   * `otp`.
   * @returns a token; undefined without credentials
   * @throws IpamError signIn.*
   */
  readonly signIn: () => Promise<GrantedToken | undefined>;
}

export type Access = Operation;

/**
 * Access types without idempotency keys and dry runs: sign-in routes, whose secrets are never stored, and routes without a unit
 * of work.
 */
export const unrepeatable: ReadonlySet<Access> = new Set(['signIn', 'ownToken', 'ownAccount', 'attempt']);

/** HTTP methods of routes; HEAD is served as GET, PUT as PATCH. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: RouteMethod;
  /** Path below the controller in the router's notation, e.g. `/:id/usage`; trailing segments are ignored. */
  readonly path: string;
  readonly access: Access;
  /** null for routes that always refuse; the OpenAPI description omits them. */
  readonly docs: RouteDocs | null;
  /** Names of secret parameters, which are not stored with an idempotency key. */
  readonly secrets?: readonly string[];
  /** Whether the route writes a versioned object that is not a record. */
  readonly isVersioned?: boolean;
  readonly errorMapping?: ErrorMapping;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** A controller: its names in paths, and its routes in the order of matching. */
export interface Controller {
  /** Lower case. Links and locations use the first one. */
  readonly names: readonly [string, ...string[]];
  /** The path parameters of its routes. Those in the docs of a route take precedence. */
  readonly path?: Readonly<Record<string, Schema>>;
  readonly routes: readonly Route[];
  readonly furtherMethods?: readonly { readonly path: string; readonly rel: string; readonly method: RouteMethod }[];
}
