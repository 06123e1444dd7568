import type Koa from 'koa';
import type { Caller } from '../../../application/caller.js';
import type { OpenedRequest, PresentedRequest } from '../../../application/ports/authentication.js';
import type { App } from '../../../domain/access/app.js';
import type { HttpDependencies } from '../dependencies.js';
import type { RequestError } from '../request-error.js';
import type { RouteTable } from '../routes/route-table.js';
import type { RequestParameters } from '../wire/parameters.js';
import type { Exchange } from './exchange.js';

/** The parts of the server that every step may use. */
export interface ServerContext extends HttpDependencies {
  readonly routeTable: RouteTable;
}

/** State of a request in Koa. */
export type ServerState = { exchange: Exchange };

/** The request and its answer, as a step gets them. */
export type StepContext = Koa.ParameterizedContext<ServerState>;

/** The target of a document that every client may read: the result of readTarget. */
export interface PublicTarget {
  readonly publicPath: string;
}

/** The target of a request of the interface: the result of readTarget. */
export interface ApiTarget {
  /** The application in the path or in the query, known or not; '' without one. */
  readonly appName: string;
  /** The controller as sent; '' without one. */
  readonly controllerName: string;
  /** The segments behind the controller, decoded. */
  readonly ids: readonly string[];
  /** Whether application and controller stand in the query instead of the path. */
  readonly isPathless: boolean;
  readonly query: RequestParameters;
}

/** A request to an application that may be used in this way: the result of findApp. */
export interface AppRequest {
  readonly target: ApiTarget;
  readonly app: App;
  /** The content of a request that came encrypted as a whole. */
  readonly opened: OpenedRequest | undefined;
}

/** The sender of a request that may go on. */
export interface Sender {
  readonly caller: Caller;
  /** The access token that proves the caller, if one does. */
  readonly token: string | undefined;
}

/** The result of authenticate. */
export type Authenticated = {
  /** The parts of the request that prove its sender. */
  readonly presented: PresentedRequest;
  /** Whether no part of the request has proved its sender: so it is too while a user signs in. */
  readonly isUnauthenticated: boolean;
} & ({ readonly sender: Sender } | { readonly refusal: RequestError });

/** A request with its body: the result of readBody. */
export interface ReadRequest extends Sender {
  readonly target: ApiTarget;
  readonly app: App;
  readonly presented: PresentedRequest;
  /** Query and body together, body first. */
  readonly parameters: RequestParameters;
  /** The body, if it is a table of CSV. */
  readonly table: Uint8Array | undefined;
}
