import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Application } from '../../application/index.js';
import type { HttpDependencies } from './dependencies.js';
import { type ApiDescription, describeApi } from './openapi/document.js';
import { controllersOf } from './routes/controllers.js';
import { onExchangeEnd } from './server/exchange.js';
import { createServer } from './server/server.js';
import { answerUnreadable } from './server/unreadable-request.js';

export type { HttpDependencies } from './dependencies.js';
export { answerFor, type ErrorAnswer } from './error-table.js';
export type { ApiDescription } from './openapi/document.js';
export type { Schema } from './openapi/schema.js';
export { hasBody } from './request/body.js';
export { answerHeaders } from './server/answer-headers.js';
export { type Client, clientOf, onExchangeEnd } from './server/exchange.js';

/** What serves requests, as listeners of a Node HTTP or HTTPS server. */
export interface Serving {
  /** For the server's `request` event. */
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  /** For the server's `clientError` event: what cannot be read as HTTP is answered too. */
  handleUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/** The interface as listeners of a Node HTTP or HTTPS server. */
export interface Api extends Serving {
  /**
   * For the server's `request` event, or a route of a framework. A body that the framework has parsed is taken from `body` of
   * the request.
   * @returns when the answer is sent, or its connection has gone; it never fails
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Makes the interface over the use-cases.
 * @throws TypeError for a base path that is none: it is empty, or begins with a slash and does not end with one
 */
export function createApi(dependencies: HttpDependencies): Api {
  const { basePath = '' } = dependencies;
  if (!/^(\/[^/?#\s]+)*$/.test(basePath)) throw new TypeError(`a base path is like /ipam, not ${basePath}`);
  const handle = createServer(dependencies).callback();
  return {
    handle: async (request, response) => {
      const over = new Promise<void>((resolve) => onExchangeEnd(request, response, resolve));
      await handle(request, response);
      await over;
    },
    handleUnreadable: answerUnreadable,
  };
}

/** The OpenAPI 3.1 description of the interface, as `GET /openapi.json` tells it. @param version of the service */
export const describeInterface = (application: Application, version: string): Promise<ApiDescription> =>
  describeApi(controllersOf(application), { version });
