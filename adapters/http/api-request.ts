import type { GrantedToken } from '../../application/access/sign-in/access-tokens.js';
import type { Caller } from '../../application/caller.js';
import type { RelyingParty } from '../../application/ports/second-factors.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import type { Operation } from '../../domain/access/access-policy.js';
import type { App } from '../../domain/access/app.js';
import type { Answer, PlainAnswer } from './answer.js';
import type { ErrorMapping } from './error-mapping.js';
import type { RouteDocs } from './openapi/docs.js';
import type { RequestParameters } from './wire/parameters.js';

/** A request as routes receive it, after the common checks. */
export interface ApiRequest {
  readonly caller: Caller;
  readonly app: App;
  /** As sent, in lower case: it selects the wire form of some records. */
  readonly controller: string;
  /** Decoded path segments after the controller. */
  readonly ids: readonly string[];
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /**
   * Runs the write of the request with its write options (idempotency key, expected version, dry run).
   * @param work writes for the caller in one unit of work, or in several of which the last one is committed with the stored
   * answer; resolves to their result
   * @param answer makes the answer from that result. An answer that is stored is made within the unit of work and may then read
   * nothing else.
   */
  readonly write: <T>(
    work: (caller: Caller) => Promise<T>,
    answer: (result: T, within?: Readers) => PlainAnswer | Promise<PlainAnswer>,
  ) => Promise<PlainAnswer>;
  /** Query and body merged; the body wins. */
  readonly parameters: RequestParameters;
  /** The complete CSV body. */
  readonly table?: Uint8Array | undefined;
  readonly clientAddress: string;
  /** The access token, if one authenticated the caller. */
  readonly token: string | undefined;
  /** Whether the connection is closed. */
  readonly isGone: () => boolean;
  /** Registers a function that runs once the answer is sent or the connection is closed. */
  readonly whenOver: (run: () => void) => void;
  readonly cut: () => void;
  /** The Accept header; empty without one. */
  readonly accept: string;
  /** The Last-Event-ID header, if any. */
  readonly lastEventId: string | undefined;
  /** The caller with current permissions; undefined when the route is no longer permitted. @throws storage errors */
  readonly renewCaller: () => Promise<Caller | undefined>;
  /** The server as browsers name it; undefined without a Host header. @throws RequestError request.hostNotPermitted */
  readonly party: () => RelyingParty | undefined;
  /** URL of the service without a final slash; undefined without a Host header. @throws RequestError request.hostNotPermitted */
  readonly baseUrl: () => string | undefined;
  /** A token for the user authenticated by the request, with a code of a second factor in its header or as `otp`; undefined without credentials. @throws IpamError signIn.* */
  readonly signIn: () => Promise<GrantedToken | undefined>;
}

export type Access = Operation;

/** HTTP methods of routes; HEAD is served as GET, PUT as PATCH. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: RouteMethod;
  /** Path below the controller in the router's notation, e.g. `/:id/usage`; trailing segments are ignored. */
  readonly path: string;
  readonly access: Access;
  /** null for routes that only refuse and are absent from the OpenAPI description. */
  readonly docs: RouteDocs | null;
  /** Secret parameters, left out of the stored payload of a request with an idempotency key. */
  readonly secrets?: readonly string[];
  /** Whether it writes a versioned object that is no record. */
  readonly isVersioned?: boolean;
  readonly errorMapping?: ErrorMapping;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** A controller: its names in paths, and its routes in matching order. */
export interface Controller {
  /** Lower case; links and locations use the first. */
  readonly names: readonly [string, ...string[]];
  readonly routes: readonly Route[];
  readonly furtherMethods?: readonly { readonly path: string; readonly rel: string; readonly method: RouteMethod }[];
}
