import type Koa from 'koa';
import type { Caller } from '../../../application/caller.js';
import type { OpenedRequest, PresentedRequest } from '../../../application/ports/authentication.js';
import type { App } from '../../../domain/access/app.js';
import type { HttpDependencies } from '../dependencies.js';
import type { RequestError } from '../request-error.js';
import type { RouteTable } from '../routes/route-table.js';
import type { RequestParameters } from '../wire/parameters.js';
import type { Exchange } from './exchange.js';

export interface ServerContext extends HttpDependencies {
  readonly routeTable: RouteTable;
}

export type ServerState = { exchange: Exchange };

export type StepContext = Koa.ParameterizedContext<ServerState>;

export interface ApiTarget {
  /** The application in path or query, even if it does not exist; may be empty. */
  readonly appName: string;
  /** As sent; may be empty. */
  readonly controllerName: string;
  readonly ids: readonly string[];
  /** Whether the query specifies application and controller instead of the path. */
  readonly isPathless: boolean;
  readonly query: RequestParameters;
}

/** The result of openForApp: a request that meets the encryption requirements of its application, decrypted if necessary. */
export interface AppRequest {
  readonly target: ApiTarget;
  readonly app: App;
  /** The content of an encrypted request. */
  readonly opened: OpenedRequest | undefined;
}

export interface Sender {
  readonly caller: Caller;
  readonly token: string | undefined;
}

export type Authenticated = {
  readonly presented: PresentedRequest;
  /** Whether the request has no valid credentials. Also true during a sign-in. */
  readonly isUnauthenticated: boolean;
} & ({ readonly sender: Sender } | { readonly refusal: RequestError });

export interface ReadRequest extends Sender {
  readonly target: ApiTarget;
  readonly app: App;
  readonly presented: PresentedRequest;
  /** Parameters of query and body; those of the body take precedence. */
  readonly parameters: RequestParameters;
  readonly table: Uint8Array | undefined;
}
