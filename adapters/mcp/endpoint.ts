import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { PacedTransport } from './paced-transport.js';
import type { SendToRegister } from './register.js';
import { createMcpServer, type McpServerOptions } from './server.js';
import { allowOrigin } from './web-origins.js';

/** Maximum size of a request body in bytes. */
const maxRequestBodySize = 256 * 1024;

export interface McpEndpointOptions extends McpServerOptions {
  /** Returns a function that sends requests to the REST interface with the credentials of the given request. */
  readonly registerOf: (request: IncomingMessage) => SendToRegister;
  /** URL of the metadata of the protected resource (RFC 9728); undefined without OAuth. */
  readonly metadataUrlOf: (request: IncomingMessage) => string | undefined;
  /** Web origins whose pages may call the endpoint. */
  readonly webOrigins: () => Promise<readonly string[]>;
  readonly complain: (error: unknown) => void;
}

/**
 * Answers requests of the Model Context Protocol over streamable HTTP. There are no sessions: each request is answered by itself,
 * so any process can answer it. GET and DELETE, which concern sessions, get 405.
 */
export function createMcpEndpoint({ registerOf, metadataUrlOf, webOrigins, complain, ...options }: McpEndpointOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { origin } = request.headers;
      const isAllowed = origin !== undefined && (await webOrigins()).includes(origin);
      if (isAllowed && allowOrigin(request, response, origin, 'POST')) return;
      if (request.method !== 'POST') return refuse(response, 405, 'Method not allowed', { Allow: 'POST' });
      const send = registerOf(request);
      const { status } = await send({ method: 'GET', path: '/user/rights/' });
      if (status === 401 || status === 403) {
        request.resume();
        return refuse(response, 401, 'Unauthorized: send a key or a token', {
          'WWW-Authenticate': challenge(metadataUrlOf(request)),
        });
      }
      if (status !== 200) return refuse(response, status === 429 ? 429 : 503, 'Hexipam is not available: try again later');
      await answer(request, response, send, options);
    } catch (error) {
      complain(error);
      if (!response.headersSent) refuse(response, 500, 'Internal error');
    }
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  send: SendToRegister,
  options: McpServerOptions,
): Promise<void> {
  const server = createMcpServer(send, options);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize });
  response.once('close', () => void server.close());
  await server.connect(new PacedTransport(transport));
  await transport.handleRequest(request, response);
}

const challenge = (metadataUrl: string | undefined): string =>
  metadataUrl === undefined ? 'Bearer' : `Bearer resource_metadata="${metadataUrl}"`;

/** An error of JSON-RPC that belongs to no request. */
function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
