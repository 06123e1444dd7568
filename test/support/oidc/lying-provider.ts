/** An OpenID provider that answers each code with an ID token of the test. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** Makes an ID token. @param nonce nonce of the request */
export type MakeToken = (nonce: string, provider: LyingProvider) => Promise<string>;

export class LyingProvider {
  readonly #server: Server;
  readonly #key: CryptoKey;
  readonly #jwk: JWK;
  make: MakeToken = (nonce) => this.sign(this.claims(nonce));
  /** Nonce of the last request. */
  nonce = '';

  private constructor(server: Server, key: CryptoKey, jwk: JWK) {
    this.#server = server;
    this.#key = key;
    this.#jwk = jwk;
  }

  static async start(): Promise<LyingProvider> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    let provider: LyingProvider | undefined;
    const server = createServer((request, response) => {
      request.resume();
      void provider?.answer(request.url ?? '').then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    provider = new LyingProvider(server, privateKey, jwk);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  claims(nonce: string, given: Readonly<Record<string, unknown>> = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.issuer, aud: 'hexipam', sub: '7', preferred_username: 'anna', iat: now, exp: now + 300, nonce, ...given };
  }

  sign(claims: JWTPayload, header: object = {}): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(this.#key);
  }

  async answer(path: string): Promise<object> {
    const { issuer } = this;
    switch (path) {
      case '/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
          authorization_response_iss_parameter_supported: true,
        };
      case '/keys':
        return { keys: [this.#jwk] };
      default:
        return { access_token: 'access', token_type: 'Bearer', id_token: await this.make(this.nonce, this) };
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
