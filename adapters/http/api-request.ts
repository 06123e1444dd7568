import type { GrantedToken } from '../../application/access/sign-in/access-tokens.js';
import type { Caller } from '../../application/caller.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import type { Operation } from '../../domain/access/access-policy.js';
import type { App } from '../../domain/access/app.js';
import type { Answer, PlainAnswer } from './answer.js';
import type { ErrorMapping } from './error-mapping.js';
import type { RouteDocs } from './openapi/docs.js';
import type { RequestParameters } from './wire/parameters.js';

/** What a route sees of a request, after all that is common to requests was checked. */
export interface ApiRequest {
  readonly caller: Caller;
  readonly app: App;
  /** As sent, in lower case: it decides how some records print. */
  readonly controller: string;
  /** Path segments behind the controller, decoded. */
  readonly ids: readonly string[];
  /** Named parts of the path, decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /**
   * Does what the request asks to have written, as its terms say, so that it may be sent again.
   * @param work does it for the caller in one unit of work, or in several of which the last one is kept, and gives what that gave
   * @param answer what is answered to that; where it is kept with what is written, it is asked within the unit of work, and
   * may look at nothing else but that
   */
  readonly write: <T>(
    work: (caller: Caller) => Promise<T>,
    answer: (result: T, within?: Readers) => PlainAnswer | Promise<PlainAnswer>,
  ) => Promise<PlainAnswer>;
  /** Query and body together, body first. */
  readonly parameters: RequestParameters;
  /** The body, where that is a table of CSV: all that it is made of. */
  readonly table?: Uint8Array | undefined;
  /** Where the request comes from. */
  readonly clientAddress: string;
  /** The access token that proves the caller, if one does. */
  readonly token: string | undefined;
  /** Whether the connection is gone on which the answer was to be sent. */
  readonly isGone: () => boolean;
  /** Has something run when the answer is sent, or the connection is gone. */
  readonly whenOver: (run: () => void) => void;
  /** Cuts the connection on which the answer is sent. */
  readonly cut: () => void;
  /** The Accept header; empty without one. */
  readonly accept: string;
  /** The Last-Event-ID header, if any. */
  readonly lastEventId: string | undefined;
  /** Who calls as it is now; undefined when it may not call the route any more. @throws whatever storage throws */
  readonly renewCaller: () => Promise<Caller | undefined>;
  /** A token for the user that the request proves; undefined when it proves none. @throws IpamError signIn.* */
  readonly signIn: () => Promise<GrantedToken | undefined>;
}

/** What a route does, and so what it needs of the application and of the user. */
export type Access = Operation;

/** HTTP methods that routes have; HEAD is read as GET, PUT as PATCH. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One operation of the interface. */
export interface Route {
  readonly method: RouteMethod;
  /** Path below the controller in the router's notation, e.g. `/:id/usage`; what follows a match is ignored. */
  readonly path: string;
  readonly access: Access;
  /** What is to be known of it; null where it only refuses, and is no part of the interface's description. */
  readonly docs: RouteDocs | null;
  /** Parameters that are secrets: what is remembered of a request that has a key has nothing to do with them. */
  readonly secrets?: readonly string[];
  /** Whether it writes one thing of which a client may have read the version, though it is no record. */
  readonly isVersioned?: boolean;
  /** How it tells errors of what it calls. */
  readonly errorMapping?: ErrorMapping;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** A controller: its names in paths, and its routes in the order in which they are tried. */
export interface Controller {
  /** Names in paths, lower case; the first is used in links and locations. */
  readonly names: readonly [string, ...string[]];
  readonly routes: readonly Route[];
  /** Members that its OPTIONS answer has beside the usual ones. */
  readonly furtherMethods?: readonly { readonly path: string; readonly rel: string; readonly method: RouteMethod }[];
}
