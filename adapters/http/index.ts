import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createServer } from './server/server.js';
import type { HttpDependencies } from './server/step.js';
import { answerUnreadable } from './server/unreadable-request.js';

export { hasBody } from './request/body.js';
export { answerHeaders } from './server/answer-headers.js';
export { onExchangeEnd } from './server/on-exchange-end.js';
export type { HttpDependencies } from './server/step.js';

/** The interface as listeners of a Node HTTP or HTTPS server. */
export interface Api {
  /** For the server's `request` event. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** For the server's `clientError` event: what cannot be read as HTTP is answered too. */
  handleUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/** Makes the interface over the use-cases. */
export function createApi(dependencies: HttpDependencies): Api {
  const handle = createServer(dependencies).callback();
  return {
    handle: (request, response) => void handle(request, response),
    handleUnreadable: answerUnreadable,
  };
}
