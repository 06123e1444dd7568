import type Koa from 'koa';
import type { HttpDependencies } from '../dependencies.js';
import type { Dispatcher } from '../routes/dispatcher.js';
import type { Exchange } from './exchange.js';

/** What every step of the server has at hand. */
export interface ServerContext extends HttpDependencies {
  readonly dispatcher: Dispatcher;
}

/** State of a request in Koa. */
export type ServerState = { exchange: Exchange };

/** What a step knows of its request. */
export type StepContext = Koa.ParameterizedContext<ServerState>;

/** One step of the server. */
export type Step = Koa.Middleware<ServerState>;
