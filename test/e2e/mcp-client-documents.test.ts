import type { RequestListener } from 'node:http';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { DocumentHost } from '../support/oauth/document-host.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const callback = 'http://127.0.0.1:33418/callback';

/** A client that identifies itself by the URL of its metadata document. */
class DocumentedAssistant implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = { client_name: 'Assistant', redirect_uris: [callback] };
  readonly clientMetadataUrl: string;
  opened: URL | undefined;
  client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  constructor(url: string) {
    this.clientMetadataUrl = url;
  }

  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.client = client;
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

describe('OAuth clients with a metadata document', function () {
  this.timeout(120_000);
  let host: DocumentHost;
  let service: ServiceProcess | undefined;

  const start = async (permitted: string, storage: { readonly databaseUrl?: string } = { databaseUrl: 'memory:' }) => {
    const variables = {
      ...{ HEXIPAM_MCP: 'read', HEXIPAM_MCP_CLIENT_DOCUMENTS: permitted },
      NODE_EXTRA_CA_CERTS: DocumentHost.certificate,
    };
    service = await ServiceProcess.start({ ...storage, variables });
    return service.signIn();
  };

  const requestFor = (client_id: string): string => {
    const parameters = {
      ...{ response_type: 'code', client_id, redirect_uri: callback, state: 's', scope: '*:read' },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
    };
    return Buffer.from(String(new URLSearchParams(parameters))).toString('base64url');
  };

  const problemOf = async (client: ApiClient, id: string): Promise<unknown[]> => {
    const { status, envelope } = await client.get(`/account/authorizations/?request=${requestFor(id)}`);
    return [status, envelope.message];
  };

  const invalid = (problem: string) => [400, `Invalid authorization request: ${problem}`];
  const invalidDocument = (problem: string) => invalid(`the metadata document of the client ${problem}`);

  const post = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${service?.url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) });

  beforeEach(async () => {
    host = await DocumentHost.start(callback);
  });
  afterEach(async () => {
    expect(service?.complaints).to.deep.equal([]);
    await service?.stop();
    host.stop();
  });

  /** Connects a client of the SDK, with the consent of a user. */
  async function connect(provider: DocumentedAssistant, user: ApiClient): Promise<Client> {
    const endpoint = new URL(`${service?.url}/mcp`);
    const transport = () => new StreamableHTTPClientTransport(endpoint, { authProvider: provider });
    const first = transport();
    expect(await new Client({ name: 'test', version: '1' }).connect(first).catch(String)).to.contain('Unauthorized');
    expect(provider.client?.client_id).to.equal(provider.clientMetadataUrl);
    expect(host.reads, 'reads without a signed-in user').to.deep.equal([]);
    const page = await fetch(provider.opened as URL, { redirect: 'manual' });
    expect(host.reads, 'reads of the authorization endpoint').to.deep.equal([]);
    const request = new URL(String(page.headers.get('location')), endpoint).searchParams.get('request');
    const described = (await user.get(`/account/authorizations/?request=${request}`)).record;
    const clientHost = new URL(host.url).host;
    expect(described).to.deep.include({ client: 'Documented', clientHost, receiver: '127.0.0.1:33418' });
    expect(String(described.isLocal)).to.equal('1');
    const { record } = await user.post('/account/authorizations/', { request, allow: 1, scopes: ['*:read'] });
    await first.finishAuth(String(new URL(String(record.url)).searchParams.get('code')));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    return client;
  }

  for (const [storage, options] of [
    ['in memory', { databaseUrl: 'memory:' }],
    ['in PostgreSQL', {}],
  ] as const)
    it(`sign a user in by the client of the SDK, renew and revoke their tokens, with grants ${storage}`, async () => {
      const admin = await start('all', options);
      const provider = new DocumentedAssistant(`${host.url}/client.json`);
      const client_id = provider.clientMetadataUrl;
      const client = await connect(provider, admin);
      const { isError, content } = await client.callTool({ name: 'find', arguments: { text: 'nothing' } });
      expect(isError ?? false, JSON.stringify(content)).to.equal(false);
      await client.close();
      const refreshed = await post('token', {
        ...{ grant_type: 'refresh_token', client_id },
        refresh_token: String(provider.tokens()?.refresh_token),
      });
      expect(refreshed.status).to.equal(200);
      expect(host.reads, 'one read for page, consent, tokens and calls').to.deep.equal(['/client.json']);
      const names = async () => (await admin.get('/keys/')).records?.map(({ name }) => name) ?? [];
      expect(await names()).to.deep.equal(['mcp Documented']);
      const { refresh_token } = (await refreshed.json()) as OAuthTokens;
      const other = { client_id: `${host.url}/other.json`, token: String(refresh_token) };
      expect((await post('revoke', other)).status).to.equal(200);
      expect(await names(), 'revoked by another client').to.deep.equal(['mcp Documented']);
      expect((await post('revoke', { ...other, client_id })).status).to.equal(200);
      expect(await names()).to.deep.equal([]);
      const late = await post('token', { grant_type: 'refresh_token', client_id, refresh_token: String(refresh_token) });
      expect([late.status, await late.json()]).to.have.nested.property('1.error', 'invalid_grant');
    });

  it('are refused with the reason for invalid documents, which are not stored', async () => {
    const admin = await start('all');
    const json = { 'Content-Type': 'application/json' };
    const sends =
      (document: unknown, headers = json, status = 200): RequestListener =>
      (_request, response) =>
        void response.writeHead(status, headers).end(typeof document === 'string' ? document : JSON.stringify(document));
    for (const [path, answer, problem] of [
      ['/other', sends(host.documentAt('/')), 'has a client_id other than its URL'],
      ['/large', sends({ ...host.documentAt('/large'), x: 'x'.repeat(5200) }), 'is unavailable: it is larger than 5120 bytes'],
      ['/moved', sends('', { ...json, ...{ Location: `${host.url}/target` } }, 302), 'is unavailable: its host answered 302'],
      ['/html', sends('<p>', { 'Content-Type': 'text/html' }), 'is unavailable: its content type is not application/json'],
      ['/broken', sends('{'), 'is unavailable: it is not JSON'],
      ['/list', sends([]), 'is not a JSON object'],
      [
        '/jwt',
        sends({ ...host.documentAt('/jwt'), token_endpoint_auth_method: 'private_key_jwt' }),
        'requires a token_endpoint_auth_method other than none',
      ],
      [
        '/slow',
        (_request, response) => void response.writeHead(200, json).write('{'),
        'is unavailable: its host did not answer within 5 s',
      ],
    ] as const satisfies (readonly [string, RequestListener, string])[]) {
      host.answers.set(path, answer);
      expect(await problemOf(admin, `${host.url}${path}`), path).to.deep.equal(invalidDocument(problem));
    }
    expect(host.reads).not.to.include('/target');
    host.answers.clear();
    expect(await problemOf(admin, `${host.url}/broken`)).to.deep.equal([200, undefined]);
  });

  it('are refused without a read for invalid URLs and repeated parameters', async () => {
    const admin = await start('all');
    for (const id of [
      ...[`${host.url}/a/../client.json`, `${host.url}/client.json#x`, host.url.replace('https', 'http'), 'x'.repeat(24)],
      ...['https://localhost:99999/client.json', 'https://1.2.3.4.5/client.json', 'https://user@localhost/client.json'],
    ])
      expect(await problemOf(admin, id), id).to.deep.equal(invalid('the client is unknown or no longer registered'));
    const query = `client_id=${encodeURIComponent(`${host.url}/a`)}&client_id=${encodeURIComponent(`${host.url}/b`)}`;
    const repeated = await admin.get(`/account/authorizations/?request=${Buffer.from(query).toString('base64url')}`);
    expect(repeated.summary).to.equal('400 Invalid authorization request: a parameter is repeated');
    expect(host.reads).to.deep.equal([]);
  });

  it('are read at most 20 times a minute for a user; stored ones are not counted', async () => {
    const admin = await start('all');
    const statuses: number[] = [];
    // if the minute ends meanwhile, the count restarts: 41 documents exceed both counts
    for (let number = 0; number < 41 && statuses.at(-1) !== 429; number++)
      statuses.push(Number((await problemOf(admin, `${host.url}/${number}`))[0]));
    expect(new Set(statuses.slice(0, 20))).to.deep.equal(new Set([200]));
    expect(statuses.at(-1)).to.equal(429);
    expect(host.reads).to.have.lengthOf(statuses.length - 1);
    expect(await problemOf(admin, `${host.url}/0`)).to.deep.equal([200, undefined]);
  });

  it('are not read at private addresses by default, and not at all when disabled', async () => {
    const byDefault = await start('public');
    for (const url of [host.url, host.url.replace('localhost', '127.0.0.1')])
      expect(await problemOf(byDefault, `${url}/client.json`)).to.deep.equal(
        invalidDocument('is unavailable: its host has no public address'),
      );
    const supports = async (): Promise<unknown> => {
      const answer = await fetch(`${service?.url}/.well-known/oauth-authorization-server`);
      return ((await answer.json()) as Record<string, unknown>).client_id_metadata_document_supported;
    };
    expect(await supports()).to.equal(true);
    await service?.stop();
    const disabled = await start('off');
    expect(await problemOf(disabled, `${host.url}/client.json`)).to.deep.equal(
      invalid('the client is unknown or no longer registered'),
    );
    expect(await supports()).to.equal(false);
    expect(host.reads).to.deep.equal([]);
  });
});
