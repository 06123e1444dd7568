import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  OAuthClientMetadataSchema,
  type OAuthMetadata,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { type OAuthClients, type OAuthErrorCode, OAuthRefusal } from '../../application/access/oauth/oauth-clients.js';
import type { IssuedTokens, OAuthTokens } from '../../application/access/oauth/oauth-tokens.js';
import { allowOrigin } from './web-origins.js';

/** Maximum length of the query of an authorization request, which becomes part of the URL of the consent page. */
const maxQueryLength = 1800;

export interface OAuthEndpointOptions {
  readonly clients: Pick<OAuthClients, 'register'>;
  readonly tokens: Pick<OAuthTokens, 'redeem' | 'refresh' | 'revoke'>;
  /** Scopes that users can grant. */
  readonly scopes: readonly string[];
  /** Whether clients can be identified by the URL of their metadata document. */
  readonly acceptsDocuments: boolean;
  /** The path of a request, without the base path of the service. */
  readonly pathOf: (request: IncomingMessage) => string;
  /** Path prefix of the service for browsers; empty for none. */
  readonly prefixOf: (request: IncomingMessage) => string;
  /** The origin of the service for clients; undefined without a valid or permitted host. */
  readonly originOf: (request: IncomingMessage) => string | undefined;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly complain: (error: unknown) => void;
}

const resourceDocument = '/.well-known/oauth-protected-resource';
const serverDocument = '/.well-known/oauth-authorization-server';

/** URL of the metadata of the protected resource. @param base origin and path prefix of the service */
export const resourceMetadataUrl = (base: string): string => `${base}${resourceDocument}`;

type Handle = (request: IncomingMessage, response: ServerResponse, base: string) => Promise<void> | void;

/**
 * OAuth 2.1 for clients of the endpoint: metadata (RFC 9728, RFC 8414), registration (RFC 7591), authorization code with PKCE,
 * refresh tokens, revocation (RFC 7009), and the issuer in redirects (RFC 9207). The consent page is part of the web console. Web
 * pages of all origins may call these paths, except for the authorization endpoint: a code or token is the only credential.
 * @returns a function that handles a request; it returns false for other paths
 */
export function createOAuthEndpoint(options: OAuthEndpointOptions) {
  const handlers = new Map<string, Handle>([
    ['GET /oauth/authorize', (request, response, base) => authorize(options, request, response, base)],
    ['POST /oauth/register', (request, response) => register(options, request, response)],
    ['POST /oauth/token', (request, response, base) => issue(options, request, response, base)],
    ['POST /oauth/revoke', (request, response) => revoke(options, request, response)],
  ]);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = options.pathOf(request).split('?', 1);
    const prefix = options.prefixOf(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const document = documentAt(path, prefix, options);
    const handle = document ? metadata(document) : handlers.get(`${method} ${path}`);
    if (!handle && !/^\/oauth\/(authorize|register|token|revoke)$/.test(path)) return false;
    const isPage = path === '/oauth/authorize';
    if (!isPage && allowOrigin(request, response, '*', methodsAt(path))) return true;
    const origin = options.originOf(request);
    if (!handle) send(response, 405, { error: 'invalid_request' });
    else if (origin === undefined) send(response, 400, { error: 'invalid_request', error_description: 'Unknown host' });
    else void answer(options, () => handle(request, response, `${origin}${prefix}`), response);
    return true;
  };
}

/** HTTP methods that web pages of other origins may use for a path. */
const methodsAt = (path: string): string => (path.startsWith('/oauth/') ? 'POST' : 'GET, HEAD');

async function answer(options: OAuthEndpointOptions, handle: () => Promise<void> | void, response: ServerResponse) {
  try {
    await handle();
  } catch (error) {
    if (error instanceof OAuthRefusal) return refuse(response, error);
    options.complain(error);
    if (!response.headersSent) send(response, 500, { error: 'server_error' });
  }
}

const statuses: Readonly<Partial<Record<OAuthErrorCode, number>>> = { invalid_client: 401, temporarily_unavailable: 429 };

function refuse(response: ServerResponse, { code, message }: OAuthRefusal): void {
  const retry = code === 'temporarily_unavailable' ? { 'Retry-After': '60' } : {};
  send(response, statuses[code] ?? 400, { error: code, error_description: message }, retry);
}

type Document = (base: string) => OAuthMetadata | OAuthProtectedResourceMetadata;

/** A metadata document. With a path prefix, clients insert the well-known part before the prefix. */
function documentAt(
  path: string,
  prefix: string,
  { scopes, acceptsDocuments }: Pick<OAuthEndpointOptions, 'scopes' | 'acceptsDocuments'>,
): Document | undefined {
  if ([resourceDocument, `${resourceDocument}/mcp`, `${resourceDocument}${prefix}/mcp`].includes(path))
    return (base) => ({
      ...{ resource: `${base}/mcp`, resource_name: 'Hexipam', authorization_servers: [base] },
      ...{ scopes_supported: [...scopes], bearer_methods_supported: ['header'] },
    });
  if (![serverDocument, `${serverDocument}${prefix}`].includes(path)) return undefined;
  return (base) => ({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: acceptsDocuments,
  });
}

const metadata =
  (document: Document): Handle =>
  ({ method }, response, base) =>
    method === 'GET' || method === 'HEAD'
      ? send(response, 200, document(base))
      : send(response, 405, { error: 'invalid_request' });

/**
 * Redirects the browser to the consent page, which shows errors of the request to the user. An invalid request never leads to a
 * redirect to the client. A request that is too long, or for another resource, gets an error page instead.
 */
function authorize({ prefixOf }: OAuthEndpointOptions, request: IncomingMessage, response: ServerResponse, base: string): void {
  const query = (request.url ?? '').split('?').slice(1).join('?');
  const isOwn = isOwnResource(new URLSearchParams(query).get('resource') ?? undefined, base);
  const page = `${prefixOf(request)}/console/authorize?request=${Buffer.from(query).toString('base64url')}`;
  if (query.length > maxQueryLength) sendPage(response, 400, 'The authorization request is too long.');
  else if (!isOwn) sendPage(response, 400, 'The resource of the authorization request is not the MCP endpoint of this service.');
  else sendPage(response, 302, '', { Location: page });
}

/** Whether a request is for the endpoint of this service (RFC 8707). True for a request that names no resource. */
const isOwnResource = (resource: string | undefined, base: string): boolean =>
  resource === undefined || resource === `${base}/mcp` || resource === `${base}/mcp/`;

async function register(
  { clients, addressOf, scopes }: OAuthEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const read = OAuthClientMetadataSchema.safeParse(await jsonIn(request));
  if (!read.success) throw new OAuthRefusal('invalid_client_metadata', 'The client metadata is invalid');
  const { client_name: name = '', redirect_uris: redirectUris } = read.data;
  const client = await clients.register({ name, redirectUris }, addressOf(request));
  send(response, 201, {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.created.getTime() / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: scopes.join(' '),
  });
}

async function issue(options: OAuthEndpointOptions, request: IncomingMessage, response: ServerResponse, base: string) {
  const { tokens, addressOf } = options;
  const form = await formIn(request);
  const clientId = required(form, 'client_id');
  if (!isOwnResource(form.get('resource'), base))
    throw new OAuthRefusal('invalid_target', 'The resource is not the MCP endpoint of this service');
  switch (required(form, 'grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [required(form, 'code'), required(form, 'code_verifier')];
      const redeemed = { code, verifier, clientId, redirectUri: form.get('redirect_uri') };
      return sendTokens(response, await tokens.redeem(redeemed, addressOf(request)));
    }
    case 'refresh_token':
      return sendTokens(response, await tokens.refresh(required(form, 'refresh_token'), clientId, addressOf(request)));
    default:
      throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  }
}

async function revoke({ tokens, addressOf }: OAuthEndpointOptions, request: IncomingMessage, response: ServerResponse) {
  const form = await formIn(request);
  await tokens.revoke(required(form, 'token'), required(form, 'client_id'), addressOf(request));
  send(response, 200, {});
}

function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined || value === '') throw new OAuthRefusal('invalid_request', `${name} is required`);
  return value;
}

const sendTokens = (response: ServerResponse, { accessToken, refreshToken, seconds, scopes }: IssuedTokens): void =>
  send(response, 200, {
    ...{ access_token: accessToken, token_type: 'Bearer', expires_in: seconds },
    ...{ refresh_token: refreshToken, scope: scopes.join(' ') },
  });

/** Maximum size of a request body in bytes. */
const maxBodyBytes = 16 * 1024;

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

type More = Readonly<Record<string, string>>;

const send = (response: ServerResponse, status: number, body: object, more: More = {}): void =>
  sendText(response, status, 'application/json', JSON.stringify(body), more);

const sendPage = (response: ServerResponse, status: number, text: string, more: More = {}): void =>
  sendText(response, status, 'text/plain; charset=utf-8', text, more);

function sendText(response: ServerResponse, status: number, type: string, text: string, more: More): void {
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...more });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/**
 * Reads the body. A body above the limit is read nevertheless, up to 16 times the limit, so that the client can read the answer.
 * @throws OAuthRefusal invalid_request for a body that is too long, and for another content type
 */
async function bodyIn(request: IncomingMessage, type: string): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > 16 * maxBodyBytes) break;
    if (bytes <= maxBodyBytes) pieces.push(piece);
  }
  if (bytes > maxBodyBytes) throw new OAuthRefusal('invalid_request', `The body has more than ${maxBodyBytes} bytes`);
  if ((request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() !== type)
    throw new OAuthRefusal('invalid_request', `The content type must be ${type}`);
  return Buffer.concat(pieces).toString('utf8');
}

/** Returns the JSON value of a body; undefined if the body is not JSON. */
async function jsonIn(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await bodyIn(request, 'application/json'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The fields of a form. @throws OAuthRefusal invalid_request for a repeated field */
async function formIn(request: IncomingMessage): Promise<ReadonlyMap<string, string>> {
  const fields = [...new URLSearchParams(await bodyIn(request, 'application/x-www-form-urlencoded'))];
  const form = new Map(fields);
  if (form.size < fields.length) throw new OAuthRefusal('invalid_request', 'A parameter occurs more than once');
  return form;
}
