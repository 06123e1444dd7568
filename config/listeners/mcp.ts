import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { clientOf, type Serving, targetBelow } from '../../adapters/http/index.js';
import type { SendToRegister } from '../../adapters/mcp/index.js';
import { mcpAppId } from '../../application/access/sign-in/mcp-app.js';
import type { Service } from '../container.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { readVersion } from '../version.js';

/** Path of the endpoint. */
const mcpPath = '/mcp';

/** Headers with the credentials of a client. */
const credentials = ['authorization', 'token', 'hexipam-token', 'phpipam-token'] as const;

/** Largest answer of the REST interface in bytes that a tool reads. */
const maxAnswerBytes = 1024 * 1024;

/** Reads to the end in any case: the request occupies its slot until then. @throws Error for an answer above the limit */
async function contentOf(stream: Readable): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes <= maxAnswerBytes) pieces.push(Buffer.from(piece));
  }
  if (bytes > maxAnswerBytes) throw new Error('The answer is too long: ask for less');
  return JSON.parse(Buffer.concat(pieces).toString());
}

/** Serves the Model Context Protocol, unless it is disabled, and passes other requests on. */
export async function withMcp(
  serving: Serving,
  { api, log }: Pick<Service, 'api' | 'log'>,
  { mcp, trustedProxies, basePath }: Pick<ServiceConfiguration, 'mcp' | 'trustedProxies' | 'basePath'>,
): Promise<Serving> {
  if (mcp === 'off') return serving;
  const [{ createMcpEndpoint }, { inject }] = await Promise.all([
    import('../../adapters/mcp/index.js'),
    import('light-my-request'),
  ]);
  const registerOf = (request: IncomingMessage): SendToRegister => {
    const remoteAddress = clientOf(request, trustedProxies).address;
    const headers = Object.fromEntries(
      credentials.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    );
    return async ({ method, path, body, idempotencyKey }) => {
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const answer = await inject((inner, response) => void api.handle(Object(inner), Object(response)), {
        method,
        url: `${basePath}/api/${mcpAppId}${path}`,
        headers: { ...headers, ...content, ...key },
        remoteAddress,
        payloadAsStream: true,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, content: await contentOf(answer.stream()) };
    };
  };
  const endpoint = createMcpEndpoint({
    registerOf,
    writes: mcp === 'write',
    version: readVersion(),
    complain: (error) => log.error('MCP request failed', { cause: String(error instanceof Error ? error.stack : error) }),
  });
  const handle = (request: IncomingMessage, response: ServerResponse): unknown => {
    const path = targetBelow(basePath, request.url ?? '').split('?', 1)[0];
    return path === mcpPath || path === `${mcpPath}/` ? endpoint(request, response) : serving.handle(request, response);
  };
  return { handle, handleUnreadable: (error, socket) => serving.handleUnreadable(error, socket) };
}
