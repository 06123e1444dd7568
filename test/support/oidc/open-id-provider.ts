/** An OpenID provider in this process: `oidc-provider`. It signs in the account of the test without a prompt. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

/** Claims of an account. */
export type Account = Readonly<Record<string, unknown>>;

export const clientId = 'hexipam';
export const clientSecret = 'client secret of hexipam';

const scopes = ['openid', 'profile', 'email', 'groups'];

export class OpenIdProvider {
  readonly #server: Server;
  #provider: Provider | undefined;
  /** Claims by subject. */
  readonly accounts = new Map<string, Account>();
  /** The subject of the next sign-in; undefined: the user cancels. */
  current: string | undefined;
  #keys: JWK[] = [];
  #serviceUrl = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a provider without a client; `register` adds it. */
  static async start(): Promise<OpenIdProvider> {
    let provider: OpenIdProvider | undefined;
    const server = createServer((request, response) => void provider?.answer(request, response));
    provider = new OpenIdProvider(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  /** Registers a service as the client. @param name name of the provider in the service */
  async register(serviceUrl: string, name: string): Promise<void> {
    this.#serviceUrl = `${serviceUrl}/console/sign-in/${name}`;
    await this.rotateKeys();
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Replaces the signing key. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    this.#keys = [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: `key ${Date.now()} ${Math.random()}` }];
    this.#provider = this.#make();
  }

  /** An access token of the client itself, for an audience. */
  async programToken(audience: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', resource: audience });
    const authorization = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
    const answer = await fetch(`${this.issuer}/token`, { method: 'POST', body, headers: { authorization } });
    return String(Object(await answer.json()).access_token);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #make(): Provider {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${this.#serviceUrl}/callback`],
          post_logout_redirect_uris: [this.#serviceUrl.replace(/sign-in\/.*$/, '')],
          backchannel_logout_uri: `${this.#serviceUrl}/logout`,
          backchannel_logout_session_required: true,
          id_token_signed_response_alg: 'ES256',
          grant_types: ['authorization_code', 'client_credentials'],
        },
      ],
      jwks: { keys: this.#keys },
      scopes,
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      cookies: { keys: ['a key of the test'] },
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_ctx, audience) => ({
            ...{ scope: '', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } },
          }),
        },
      },
      // allows loopback addresses
      fetch: (url, { dispatcher: _guard, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...this.accounts.get(sub) }) }),
      renderError: (ctx, out) => {
        ctx.type = 'text/plain';
        ctx.body = JSON.stringify(out);
      },
    });
    return provider;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const { current } = this;
    if (current === undefined) {
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'the person cancels' });
    } else if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: current } });
    } else {
      const grant = new provider.Grant({ accountId: session?.accountId ?? current, clientId: String(params.client_id) });
      grant.addOIDCScope(scopes.join(' '));
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  }
}
