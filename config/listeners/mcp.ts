import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { DispatchFunc, inject as Inject } from 'light-my-request';
import { clientOf, markAudience, pathPrefixOf, relyingPartyOf, type Serving, targetBelow } from '../../adapters/http/index.js';
import type { SendToRegister } from '../../adapters/mcp/index.js';
import { mcpAppId } from '../../application/access/sign-in/built-in-apps.js';
import { grantableScopes } from '../../domain/access/oauth.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { readVersion } from '../version.js';

const mcpPath = '/mcp';

const credentials = ['authorization', 'token', 'hexipam-token', 'phpipam-token'] as const;

const maxAnswerBytes = 1024 * 1024;

/** Reads to the end in any case: the request occupies its slot until then. @throws Error for an answer above the limit */
async function contentOf(stream: Readable): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes <= maxAnswerBytes) pieces.push(Buffer.from(piece));
  }
  if (bytes > maxAnswerBytes) throw new Error('The answer is too long: request fewer records');
  return JSON.parse(Buffer.concat(pieces).toString());
}

type McpConfiguration = Pick<
  ServiceConfiguration,
  'mcp' | 'mcpOauth' | 'mcpClientDocuments' | 'web' | 'trustedProxies' | 'basePath' | 'publicOrigins'
>;

/** Origin and path prefix of the service, as the client of a request sees them. */
const publicUrls = ({ trustedProxies, basePath, publicOrigins }: McpConfiguration) => ({
  originOf: (request: IncomingMessage): string | undefined => {
    try {
      return relyingPartyOf(request.headers, clientOf(request, trustedProxies), publicOrigins)?.origin;
    } catch {
      return undefined; // the host is not permitted
    }
  },
  prefixOf: (request: IncomingMessage): string => pathPrefixOf(request, { trustedProxies, basePath }),
});

function registerSender(
  api: Pick<Service['api'], 'handle'>,
  inject: typeof Inject,
  { trustedProxies, basePath }: McpConfiguration,
): (request: IncomingMessage) => SendToRegister {
  const passOn: DispatchFunc = (inner, response) => {
    const request: IncomingMessage = Object(inner);
    markAudience(request, 'mcp');
    api.handle(request, Object(response));
  };
  return (request) => {
    const remoteAddress = clientOf(request, trustedProxies).address;
    const headers = Object.fromEntries(
      credentials.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    );
    return async ({ method, path, body, idempotencyKey }) => {
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const answer = await inject(passOn, {
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
}

/** Answers the requests of MCP and its OAuth, and passes all other requests on. If MCP is disabled, passes all requests on. */
export async function withMcp(
  serving: Serving,
  { api, application, log }: Pick<Service, 'api' | 'application' | 'log'>,
  configuration: McpConfiguration,
): Promise<Serving> {
  const { mcp, mcpOauth, web, trustedProxies, basePath } = configuration;
  if (mcp === 'off') return serving;
  const [{ createMcpEndpoint, createOAuthEndpoint, resourceMetadataUrl }, { inject }] = await Promise.all([
    import('../../adapters/mcp/index.js'),
    import('light-my-request'),
  ]);
  const registerOf = registerSender(api, inject, configuration);
  const complain = (error: unknown): void =>
    log.error('MCP request failed', { cause: String(error instanceof Error ? error.stack : error) });
  const { originOf, prefixOf } = publicUrls(configuration);
  const hasOAuth = mcpOauth && web;
  const endpoint = createMcpEndpoint({
    registerOf,
    metadataUrlOf: (request) => {
      const origin = hasOAuth ? originOf(request) : undefined;
      return origin === undefined ? undefined : resourceMetadataUrl(`${origin}${prefixOf(request)}`);
    },
    webOrigins: async () => (await application.directory.app(mcpAppId))?.origins ?? [],
    writes: mcp === 'write',
    version: readVersion(),
    complain,
  });
  const oauth = createOAuthEndpoint({
    ...{ clients: application.oauthClients, tokens: application.oauthTokens, scopes: grantableScopes(mcp), complain },
    ...{ originOf, prefixOf, acceptsDocuments: configuration.mcpClientDocuments !== 'off' },
    pathOf: (request) => targetBelow(basePath, request.url ?? ''),
    addressOf: (request) => clientOf(request, trustedProxies).address,
  });
  const handle = (request: IncomingMessage, response: ServerResponse): unknown => {
    const path = targetBelow(basePath, request.url ?? '').split('?', 1)[0];
    if (path === mcpPath || path === `${mcpPath}/`) return endpoint(request, response);
    return hasOAuth && oauth(request, response) ? undefined : serving.handle(request, response);
  };
  return { handle, handleUnreadable: (error, socket) => serving.handleUnreadable(error, socket) };
}
