import type Koa from 'koa';
import type { HttpDependencies } from '../dependencies.js';
import type { RouteTable } from '../routes/route-table.js';
import type { Exchange } from './exchange.js';

/** What every step of the server has at hand. */
export interface ServerContext extends HttpDependencies {
  readonly routeTable: RouteTable;
}

/** State of a request in Koa. */
export type ServerState = { exchange: Exchange };

/** What a step knows of its request. */
export type StepContext = Koa.ParameterizedContext<ServerState>;

/** One step of the server. */
export type Step = Koa.Middleware<ServerState>;
