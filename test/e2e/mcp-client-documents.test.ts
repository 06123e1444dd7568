import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const certificate = fileURLToPath(new URL('../../../test/support/tls/certificate.pem', import.meta.url));
const key = fileURLToPath(new URL('../../../test/support/tls/key.pem', import.meta.url));
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
  let host: Server;
  let url: string;
  let reads: string[];
  let service: ServiceProcess | undefined;

  const start = async (permitted: string): Promise<ApiClient> => {
    const variables = { HEXIPAM_MCP: 'read', HEXIPAM_MCP_CLIENT_DOCUMENTS: permitted, NODE_EXTRA_CA_CERTS: certificate };
    service = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
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

  beforeEach(async () => {
    reads = [];
    host = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, ({ url: path = '' }, response) => {
      reads.push(path);
      const id = path === '/other.json' ? 'https://elsewhere.example/client.json' : `${url}${path}`;
      const document = { client_id: id, client_name: 'Documented', redirect_uris: [callback] };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    url = `https://localhost:${(host.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    expect(service?.complaints).to.deep.equal([]);
    await service?.stop();
    host.closeAllConnections();
    host.close();
  });

  it('sign a user in by the client of the SDK without a registration, and renew and revoke their tokens', async () => {
    const admin = await start('all');
    const provider = new DocumentedAssistant(`${url}/client.json`);
    const endpoint = new URL(`${service?.url}/mcp`);
    const transport = () => new StreamableHTTPClientTransport(endpoint, { authProvider: provider });
    const first = transport();
    expect(await new Client({ name: 'test', version: '1' }).connect(first).catch(String)).to.contain('Unauthorized');
    expect(provider.client?.client_id).to.equal(`${url}/client.json`);
    expect(reads, 'reads without a signed-in user').to.deep.equal([]);
    const page = await fetch(provider.opened as URL, { redirect: 'manual' });
    const request = new URL(String(page.headers.get('location')), endpoint).searchParams.get('request');
    const described = (await admin.get(`/account/authorizations/?request=${request}`)).record;
    expect(described).to.deep.include({ client: 'Documented', clientHost: new URL(url).host, receiver: '127.0.0.1:33418' });
    expect(String(described.isLocal)).to.equal('1');
    const { record } = await admin.post('/account/authorizations/', { request, allow: 1, scopes: ['*:read'] });
    await first.finishAuth(String(new URL(String(record.url)).searchParams.get('code')));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    expect((await client.listTools()).tools).to.have.length.greaterThan(3);
    await client.close();
    expect(reads).to.deep.equal(['/client.json']);
    const renewed = await fetch(`${service?.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: `${url}/client.json` },
        refresh_token: String(provider.tokens()?.refresh_token),
      }),
    });
    expect(renewed.status).to.equal(200);
    const [accessKey] = (await admin.get('/keys/')).records ?? [];
    expect(accessKey).to.include({ name: 'mcp Documented' });
  });

  it('are refused with the reason if the document is invalid, and without a read if the URL is', async () => {
    const admin = await start('all');
    expect(await problemOf(admin, `${url}/other.json`)).to.deep.equal([
      400,
      'Invalid authorization request: the metadata document of the client has another client_id',
    ]);
    for (const id of [`${url}/a/../client.json`, `${url}/client.json#x`, url.replace('https', 'http'), 'x'.repeat(24)])
      expect(await problemOf(admin, id), id).to.deep.equal([
        400,
        'Invalid authorization request: the client is unknown or no longer registered',
      ]);
    expect(reads).to.deep.equal(['/other.json']);
  });

  it('are not read at private addresses by default, and not at all where a setting disables it', async () => {
    const byDefault = await start('public');
    expect(await problemOf(byDefault, `${url}/client.json`)).to.deep.equal([
      400,
      'Invalid authorization request: the metadata document of the client is unavailable: its host has no public address',
    ]);
    const supports = async (): Promise<unknown> => {
      const answer = await fetch(`${service?.url}/.well-known/oauth-authorization-server`);
      return ((await answer.json()) as Record<string, unknown>).client_id_metadata_document_supported;
    };
    expect(await supports()).to.equal(true);
    await service?.stop();
    const disabled = await start('off');
    expect(await problemOf(disabled, `${url}/client.json`)).to.deep.equal([
      400,
      'Invalid authorization request: the client is unknown or no longer registered',
    ]);
    expect(await supports()).to.equal(false);
    expect(reads).to.deep.equal([]);
  });
});
