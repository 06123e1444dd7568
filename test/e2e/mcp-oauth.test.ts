import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { until } from '../support/outcome/until.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const callback = 'http://127.0.0.1:33418/callback';

/** An OAuth client as in an assistant: it stores its registration and tokens, and opens the authorization URL. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = { client_name: 'Assistant', redirect_uris: [callback] };
  opened: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  state = () => 'state of the client';
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens): void => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL): void => {
    this.opened = url;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Signs Admin in by the client of the SDK, which knows only the URL of the endpoint. */
async function connectBySdk(provider: Assistant, url: URL, allow: (opened: URL) => Promise<URL>): Promise<Client> {
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider: provider });
  const first = transport();
  const refusal = await new Client({ name: 'test', version: '1' }).connect(first).catch(String);
  expect(refusal).to.contain('Unauthorized');
  const back = await allow(provider.opened as URL);
  await first.finishAuth(String(back.searchParams.get('code')));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport());
  return client;
}

describe('OAuth of the Model Context Protocol', function () {
  this.timeout(120_000);
  let service: ServiceProcess;
  let admin: ApiClient;
  let id: string;

  const register = async (metadata: object): Promise<Response> =>
    fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });

  const post = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${service.url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) });

  /** Returns the request that the authorization endpoint passes to the consent page. */
  async function requestAt(url: URL | string): Promise<string> {
    const answer = await fetch(url, { redirect: 'manual' });
    expect([answer.status, await answer.text()]).to.deep.equal([302, '']);
    const page = new URL(String(answer.headers.get('location')), url);
    expect(page.pathname).to.equal('/console/authorize');
    return String(page.searchParams.get('request'));
  }

  const decide = (request: string, decision: object) => admin.post('/account/authorizations/', { request, ...decision });

  async function allow(request: string, ...scopes: string[]): Promise<URL> {
    const { record, text } = await decide(request, { allow: 1, scopes });
    expect(record?.url, text).to.be.a('string');
    return new URL(String(record.url));
  }

  /** A request of the registered client. */
  async function newRequest(changes: Readonly<Record<string, string | undefined>> = {}) {
    const parameters = {
      ...{ response_type: 'code', client_id: id, redirect_uri: callback, state: 's', scope: '*:read' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...changes },
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    return { query: String(query), request: Buffer.from(String(query)).toString('base64url') };
  }

  /** Grants scopes to the registered client, and redeems the code. */
  async function newTokens(...scopes: string[]) {
    const { request } = await newRequest({ scope: scopes.join(' ') });
    const code = String((await allow(request, ...scopes)).searchParams.get('code'));
    const redeemed = { grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier, redirect_uri: callback };
    const answer = await post('token', redeemed);
    expect(answer.status).to.equal(200);
    return { redeemed, tokens: (await answer.json()) as OAuthTokens & { refresh_token: string } };
  }

  const refresh = (token: string) => post('token', { grant_type: 'refresh_token', client_id: id, refresh_token: token });

  const callMcp = (token: string, further: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...further },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  before(async () => {
    service = await ServiceProcess.start({ databaseUrl: 'memory:', variables: { HEXIPAM_MCP: 'write' } });
    admin = await service.signIn();
    const registered = await register({ client_name: 'Tool', redirect_uris: [callback] });
    expect(registered.status).to.equal(201);
    ({ client_id: id } = (await registered.json()) as { client_id: string });
    const sectionId = (await admin.post('/sections/', { name: 'Customers' })).id;
    await admin.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 });
  });
  after(() => service.stop());

  it('signs a user in by the client of the SDK, which knows only the URL, and calls tools', async () => {
    const url = new URL(`${service.url}/mcp`);
    const client = await connectBySdk(new Assistant(), url, async (opened) => {
      expect(opened.searchParams.get('resource')).to.equal(url.href);
      const request = await requestAt(opened);
      const described = (await admin.get(`/account/authorizations/?request=${request}`)).record;
      expect(described).to.deep.include({ client: 'Assistant', receiver: '127.0.0.1:33418' });
      const back = await allow(request, '*:read', 'feed');
      expect(`${back.origin}${back.pathname}`).to.equal(callback);
      expect(back.searchParams.get('state')).to.equal('state of the client');
      expect(back.searchParams.get('iss')).to.equal(new URL(service.url).origin);
      return back;
    });
    const found = await client.callTool({ name: 'describe_network', arguments: { network: '10.0.0.0/24' } });
    expect(JSON.stringify(found)).to.contain('10.0.0.0');
    const write = await client.callTool({ name: 'take_address', arguments: { network: '10.0.0.0/24', confirm: true } });
    expect(JSON.stringify(write)).to.contain('Insufficient permissions');
    await client.close();
  });

  it('names the application and the user in changes by a client', async () => {
    const { tokens } = await newTokens('*:read', 'allocate');
    const requestInit = { headers: { Authorization: `Bearer ${tokens.access_token}` } };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    await client.callTool({ name: 'take_address', arguments: { network: '10.0.0.0/24', confirm: true } });
    await client.close();
    const { changes } = (await admin.get('/changes/?before=now&app=mcp&kind=address')).record as unknown as {
      changes: Record<string, unknown>[];
    };
    expect(changes[0]).to.deep.include({ by: 'Admin', app: 'mcp', action: 'add' });
  });

  it('refuses access tokens at the REST interface', async () => {
    const { tokens } = await newTokens('*:read');
    expect((await callMcp(tokens.access_token)).status).to.equal(200);
    for (const app of ['default', 'mcp', 'console'])
      for (const headers of [{ authorization: `Bearer ${tokens.access_token}` }, { token: tokens.access_token }])
        expect((await fetch(`${service.url}/api/${app}/sections/`, { headers })).status, app).to.be.oneOf([401, 403]);
  });

  it('replaces both tokens at a refresh, and ends the grant when a used refresh token is sent again', async () => {
    const { tokens } = await newTokens('*:read');
    const second = (await (await refresh(tokens.refresh_token)).json()) as typeof tokens;
    expect((await callMcp(tokens.access_token)).status).to.equal(401);
    expect((await callMcp(second.access_token)).status).to.equal(200);
    expect((await refresh(tokens.refresh_token)).status).to.equal(400);
    expect((await callMcp(second.access_token)).status).to.equal(401);
    expect((await refresh(second.refresh_token)).status).to.equal(400);
  });

  it('accepts a code once, and ends its tokens when the code is sent again', async () => {
    const { redeemed, tokens } = await newTokens('*:read');
    const again = await post('token', redeemed);
    expect([again.status, await again.json()]).to.have.nested.property('[1].error', 'invalid_grant');
    expect((await callMcp(tokens.access_token)).status).to.equal(401);
  });

  it('issues one pair of tokens for parallel requests with one code', async () => {
    const { request } = await newRequest();
    const code = String((await allow(request, '*:read')).searchParams.get('code'));
    const redeemed = { grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('token', redeemed)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
  });

  it('lists access tokens among the keys of the user, and allows only their revocation', async () => {
    const { tokens } = await newTokens('*:read', 'feed');
    const keys = (await admin.get('/keys/')).records;
    const key = keys.findLast(({ name }) => String(name).startsWith('mcp Tool'));
    expect(key?.scopes).to.deep.equal(['*:read', 'feed']);
    const changed = await admin.patch(`/keys/${key?.id}/`, { days: 300 });
    const rotated = await admin.post(`/keys/${key?.id}/rotate/`);
    for (const { text } of [changed, rotated]) expect(text).to.contain('is an access token of a client');
    expect((await admin.delete(`/keys/${key?.id}/`)).status).to.equal(200);
    expect((await refresh(tokens.refresh_token)).status).to.equal(400);
  });

  it('revokes tokens at the request of their client only', async () => {
    const { tokens } = await newTokens('*:read');
    expect((await post('revoke', { client_id: 'another', token: tokens.access_token })).status).to.equal(200);
    expect((await callMcp(tokens.access_token)).status).to.equal(200);
    expect((await post('revoke', { client_id: id, token: tokens.access_token })).status).to.equal(200);
    expect((await callMcp(tokens.access_token)).status).to.equal(401);
    expect((await refresh(tokens.refresh_token)).status).to.equal(400);
  });

  it('stores no answer with a code for an idempotency key', async () => {
    const { request } = await newRequest();
    const body = { request, allow: 1, scopes: ['*:read'] };
    const client = admin.with({ headers: { 'Idempotency-Key': 'consent' } });
    const urls = [
      (await client.post('/account/authorizations/', body)).text,
      (await client.post('/account/authorizations/', body)).text,
    ];
    const codes = urls.map((text) => /code=([\w-]{64})/.exec(text)?.[1]);
    expect(codes.every((code) => code !== undefined)).to.equal(true);
    expect(codes[0]).to.not.equal(codes[1]);
  });

  it('returns the refusal of a user to the client', async () => {
    const { request } = await newRequest();
    const { record } = await decide(request, { allow: 0 });
    const iss = encodeURIComponent(new URL(service.url).origin);
    expect(record.url).to.equal(`${callback}?error=access_denied&iss=${iss}&state=s`);
  });

  for (const [title, changes, problem] of [
    ['an unknown client', { client_id: 'unknown' }, 'the client is unknown'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri is not registered'],
    ['another path of a loopback address', { redirect_uri: 'http://127.0.0.1:33418/other' }, 'redirect_uri is not registered'],
    ['no redirect URI', { redirect_uri: undefined }, 'redirect_uri is not registered'],
    ['no code challenge', { code_challenge: undefined }, 'code_challenge'],
    ['a plain code challenge', { code_challenge_method: 'plain' }, 'code_challenge'],
    ['an implicit grant', { response_type: 'token' }, 'response_type'],
    ['a long state', { state: 'x'.repeat(1001) }, 'state'],
  ] as const)
    it(`shows an error for a request with ${title}, and no URL`, async () => {
      const { request } = await newRequest(changes);
      for (const answer of [await decide(request, { allow: 1, scopes: ['*:read'] }), await decide(request, { allow: 0 })]) {
        expect(answer.status).to.equal(400);
        expect(answer.text).to.contain('Invalid authorization request').and.contain(problem);
        expect(answer.text).to.not.contain('evil.example');
      }
    });

  it('accepts another port of a loopback address', async () => {
    const { request } = await newRequest({ redirect_uri: 'http://127.0.0.1:50123/callback' });
    expect((await allow(request, '*:read')).port).to.equal('50123');
  });

  it('refuses scopes that the client has not requested, and no scopes', async () => {
    const { request } = await newRequest({ scope: '*:read' });
    for (const scopes of [['allocate'], ['admin'], ['*:read', 'bogus'], []])
      expect((await decide(request, { allow: 1, scopes })).text).to.contain('scopes must be among the requested scopes');
  });

  it('refuses requests for another resource', async () => {
    const { query } = await newRequest();
    const answer = await fetch(`${service.url}/oauth/authorize?${query}&resource=https%3A%2F%2Fother.example%2Fmcp`, {
      redirect: 'manual',
    });
    expect(answer.status).to.equal(400);
    const token = await post('token', {
      grant_type: 'refresh_token',
      client_id: id,
      refresh_token: 'x',
      resource: 'https://x.example',
    });
    expect(await token.json()).to.have.property('error', 'invalid_target');
  });

  for (const [title, changes] of [
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['a short verifier', { code_verifier: 'short' }],
    ['another client', { client_id: 'another' }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['another code', { code: 'x'.repeat(64) }],
    ['no code', { code: 'nothing' }],
  ] as const)
    it(`refuses tokens for ${title}`, async () => {
      const { request } = await newRequest();
      const code = String((await allow(request, '*:read')).searchParams.get('code'));
      const redeemed = { grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier, redirect_uri: callback };
      const answer = await post('token', { ...redeemed, ...changes });
      expect(answer.status).to.equal(400);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(await answer.json()).to.have.property('error', 'invalid_grant');
    });

  for (const [title, form, error] of [
    ['a password grant', { grant_type: 'password', client_id: 'a' }, 'unsupported_grant_type'],
    ['no client', { grant_type: 'refresh_token', refresh_token: 'a' }, 'invalid_request'],
    ['no grant type', { client_id: 'a' }, 'invalid_request'],
    ['a long body', { grant_type: 'x'.repeat(20_000), client_id: 'a' }, 'invalid_request'],
  ] as const)
    it(`answers a token request with ${title} by ${error}`, async () => {
      const answer = await post('token', form);
      expect(answer.status).to.equal(400);
      expect(await answer.json()).to.have.property('error', error);
    });

  for (const [title, uris] of [
    ['a script', ['javascript:alert(1)']],
    ['http to another host', ['http://tool.example/callback']],
    ['a user name', ['https://user@tool.example/']],
    ['a fragment', ['https://tool.example/#x']],
    ['data', ['data://x.y/']],
    ['none', []],
    ['too many', Array.from({ length: 11 }, (_, n) => `https://tool.example/${n}`)],
    ['a long URI', [`https://tool.example/${'x'.repeat(500)}`]],
  ] as const)
    it(`refuses the registration with redirect URIs: ${title}`, async () => {
      const answer = await register({ redirect_uris: uris });
      expect([answer.status, await answer.json()]).to.have.nested.property('[0]', 400);
    });

  it('refuses the consent by a key', async () => {
    const { request } = await newRequest();
    const key = String((await admin.post('/keys/', { name: 'reader', scopes: ['*:write'] })).record.key);
    const answer = await fetch(`${service.url}/api/default/account/authorizations/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request, allow: 1, scopes: ['*:read'] }),
    });
    expect(answer.status).to.equal(403);
  });

  it('limits registrations of a client address', async () => {
    let last = 201;
    for (let count = 0; count < 12 && last !== 429; count++)
      last = (await register({ redirect_uris: ['https://tool.example/'] })).status;
    expect(last).to.equal(429);
  });

  const pageOrigin = 'https://inspector.example';
  const preflightOf = (path: string, method: string): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        ...{ origin: pageOrigin, 'access-control-request-method': method },
        'access-control-request-headers': 'content-type,mcp-protocol-version',
      },
    });

  it('lets pages of any origin read metadata, register and redeem codes', async () => {
    for (const [path, method] of [
      ['/.well-known/oauth-protected-resource', 'GET'],
      ['/.well-known/oauth-authorization-server', 'GET'],
      ['/oauth/register', 'POST'],
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
    ] as const) {
      const preflight = await preflightOf(path, method);
      expect(preflight.status, path).to.equal(204);
      expect(preflight.headers.get('access-control-allow-methods'), path).to.contain(method);
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase(), path).to.contain('mcp-protocol-version');
      const answer = await fetch(`${service.url}${path}`, { method, headers: { origin: pageOrigin } });
      for (const { headers } of [preflight, answer]) {
        expect(headers.get('access-control-allow-origin'), path).to.equal('*');
        expect(headers.get('access-control-allow-credentials'), path).to.equal(null);
      }
    }
  });

  it('lets no page read the authorization endpoint', async () => {
    const { query } = await newRequest();
    const headers = { origin: pageOrigin };
    const answer = await fetch(`${service.url}/oauth/authorize?${query}`, { headers, redirect: 'manual' });
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
    expect((await preflightOf('/oauth/authorize', 'GET')).status).to.equal(405);
  });

  it('lets pages of the origins of the application mcp call tools', async () => {
    expect((await preflightOf('/mcp', 'POST')).headers.get('access-control-allow-origin')).to.equal(null);
    const app = { id: 'mcp', permission: 'write', security: 'none', origins: [pageOrigin] };
    const stored = await admin.post('/admin/apps/', app);
    expect(stored.status, stored.text).to.equal(201);
    await until(async () => (await preflightOf('/mcp', 'POST')).status === 204); // applications are cached for a second
    const preflight = await preflightOf('/mcp', 'POST');
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).to.deep.equal([204, pageOrigin]);
    const { tokens } = await newTokens('*:read');
    const answer = await callMcp(tokens.access_token, { origin: pageOrigin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).to.deep.equal([200, pageOrigin]);
    const unsigned = await fetch(`${service.url}/mcp`, { method: 'POST', headers: { origin: pageOrigin } });
    expect(unsigned.status).to.equal(401);
    expect(unsigned.headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
    const other = await callMcp(tokens.access_token, { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).to.equal(null);
    expect((await admin.delete('/admin/apps/mcp/')).status).to.equal(200);
  });

  it('has no OAuth when HEXIPAM_MCP_OAUTH is off', async () => {
    const variables = { HEXIPAM_MCP: 'read', HEXIPAM_MCP_OAUTH: 'off' };
    const other = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
    const refused = await fetch(`${other.url}/mcp`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
    for (const path of ['.well-known/oauth-protected-resource', '.well-known/oauth-authorization-server', 'oauth/authorize'])
      expect((await fetch(`${other.url}/${path}`)).status, path).to.be.within(400, 404);
    const client = await other.signIn();
    expect((await client.get('/account/authorizations/?request=YQ')).text).to.contain('OAuth is off');
    await other.stop();
  });

  it('does not answer requests for hosts that are not permitted', async () => {
    const variables = { HEXIPAM_MCP: 'read', HEXIPAM_PUBLIC_URL: 'https://ipam.example' };
    const other = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
    for (const path of ['.well-known/oauth-protected-resource', '.well-known/oauth-authorization-server', 'oauth/authorize'])
      expect((await fetch(`${other.url}/${path}`)).status, path).to.equal(400);
    const refused = await fetch(`${other.url}/mcp`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
    await other.stop();
  });

  it('logs no warnings or errors', () => expect(service.complaints).to.deep.equal([]));
});

describe('OAuth below a base path with several workers', function () {
  this.timeout(120_000);

  it('signs a user in through any worker', async () => {
    const variables = { HEXIPAM_MCP: 'read', HEXIPAM_BASE_PATH: '/ipam' };
    const service = await ServiceProcess.start({ words: ['--workers', '2'], variables });
    try {
      const base = `${new URL(service.url).origin}/ipam`;
      const admin = (await service.signIn()).with({ url: base });
      const client = await connectBySdk(new Assistant(), new URL(`${base}/mcp`), async (opened) => {
        expect(opened.pathname).to.equal('/ipam/oauth/authorize');
        const answer = await fetch(opened, { redirect: 'manual' });
        await answer.text();
        const page = new URL(String(answer.headers.get('location')), opened);
        expect(page.pathname).to.equal('/ipam/console/authorize');
        const request = String(page.searchParams.get('request'));
        const { record, text } = await admin.post('/account/authorizations/', { request, allow: 1, scopes: ['*:read'] });
        expect(record?.url, text).to.be.a('string');
        const back = new URL(String(record.url));
        expect(back.searchParams.get('iss')).to.equal(base);
        return back;
      });
      for (let time = 0; time < 10; time++) expect((await client.listTools()).tools).to.not.be.empty;
      await client.close();
      const document = await fetch(`${base}/.well-known/oauth-authorization-server`);
      expect(await document.json()).to.include({ issuer: base, authorization_response_iss_parameter_supported: true });
      expect(service.complaints).to.deep.equal([]);
    } finally {
      await service.stop();
    }
  });
});
