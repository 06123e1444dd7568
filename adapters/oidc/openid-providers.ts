import { createRemoteJWKSet, errors, type JWTVerifyGetKey, customFetch as joseFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { testSteps } from '../../application/access/sign-in/provider-steps.js';
import type { HttpClient } from '../../application/ports/http-client.js';
import {
  type AccessTokenFacts,
  type OidcChecks,
  type OidcLogout,
  type OidcProviders,
  type OidcSignIn,
  ProviderRefusal,
  type ProviderStep,
  ProviderUnavailable,
} from '../../application/ports/sign-in-providers.js';
import type { OidcSettings } from '../../domain/access/sign-in-provider.js';
import { type Claims, identityOf, lacksClaims, programIn, subjectOf } from './claims.js';
import { providerFetch } from './provider-fetch.js';

/** Tolerated clock difference between service and provider, in seconds. */
const clockToleranceSeconds = 60;
/** Time to live of cached provider metadata, in milliseconds. */
const metadataMs = 600_000;
const maxProviders = 100;

/** Permitted signature algorithms of logout tokens. Algorithms with a shared secret are excluded. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Accepted `typ` values of access tokens: RFC 9068's, and the older `jwt`. */
const accessTokenTypes = ['at+jwt', 'jwt'];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token. */
const logoutAgeSeconds = 300;

interface Published {
  readonly until: number;
  readonly metadata: oidc.ServerMetadata;
  readonly keys: JWTVerifyGetKey;
}

/**
 * OpenID providers by openid-client. Metadata are cached for ten minutes. Keys are fetched at each sign-in, because providers
 * rotate them.
 */
export class OpenIdProviders implements OidcProviders {
  readonly #fetch: ReturnType<typeof providerFetch>;
  readonly #published = new Map<string, Promise<Published>>();

  constructor(client: HttpClient) {
    this.#fetch = providerFetch(client);
  }

  async begin(settings: OidcSettings, redirectUri: string): Promise<{ url: string; checks: OidcChecks }> {
    const config = await this.#configuration(settings);
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: ['openid', ...settings.scopes].join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state: checks.state,
      nonce: checks.nonce,
    });
    return { url: url.href, checks };
  }

  async finish(settings: OidcSettings, answer: URL, { state, nonce, codeVerifier }: OidcChecks): Promise<OidcSignIn> {
    const config = await this.#configuration(settings);
    return verified(async () => {
      const tokens = await oidc.authorizationCodeGrant(config, answer, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new ProviderRefusal('the provider sends no ID token');
      const further = await furtherClaims(config, settings, tokens.access_token, claims);
      return { identity: identityOf(settings, claims.sub, { ...further, ...claims }), idToken: tokens.id_token };
    });
  }

  async endSessionUrl(settings: OidcSettings, idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const config = await this.#configuration(settings);
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: returnTo,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    }).href;
  }

  async readLogout(settings: OidcSettings, logoutToken: string): Promise<OidcLogout> {
    const { keys } = await this.#publishedBy(settings);
    return verified(async () => {
      const { payload } = await jwtVerify(logoutToken, keys, {
        issuer: settings.issuer,
        audience: settings.clientId,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: logoutAgeSeconds,
        requiredClaims: ['iat', 'jti', 'sub', 'events'],
      });
      const { sub, jti, events, nonce } = payload;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
      if (!isLogout || nonce !== undefined || sub === undefined || jti === undefined)
        throw new ProviderRefusal('the token is not a logout token');
      return { subject: subjectOf(settings.issuer, sub), id: jti };
    });
  }

  async readAccessToken(settings: OidcSettings, token: string): Promise<AccessTokenFacts | 'expired'> {
    const { keys } = await this.#publishedBy(settings);
    try {
      return await verified(async () => {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer: settings.issuer,
          audience: settings.audience,
          algorithms,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ['exp', 'iat', 'sub'],
        });
        const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
        if (!accessTokenTypes.includes(type) || payload.sub === undefined || payload.nonce !== undefined)
          throw new ProviderRefusal('the token is not an access token');
        return { subject: subjectOf(settings.issuer, payload.sub), program: programIn(payload.sub, payload) };
      });
    } catch (error) {
      if (error instanceof ProviderRefusal && error.cause instanceof errors.JWTExpired) return 'expired';
      throw error;
    }
  }

  async test(settings: OidcSettings): Promise<readonly ProviderStep[]> {
    return testSteps(
      `read the metadata of ${settings.issuer}`,
      async (begin) => {
        this.#published.delete(keyOf(settings));
        const config = await this.#configuration(settings);
        const { jwks_uri: keys, token_endpoint: tokens } = config.serverMetadata();
        begin(`read the keys at ${keys}`);
        if (keys === undefined) return 'the provider publishes no keys';
        await this.#requireKeys(keys);
        begin(`authenticate the client at ${tokens}`);
        await presentClient(config);
        return undefined;
      },
      (error) => (error instanceof Error ? reasonOf(error) : String(error)),
    );
  }

  async #requireKeys(url: string): Promise<void> {
    const answer = await this.#fetch(url, { method: 'GET', headers: { accept: 'application/json' } });
    const { keys } = Object(await answer.json());
    if (!Array.isArray(keys) || keys.length === 0) throw new ProviderRefusal('the answer contains no keys');
  }

  /** Creates a configuration for each sign-in, so that the library fetches the keys again. @throws ProviderUnavailable */
  async #configuration(settings: OidcSettings): Promise<oidc.Configuration> {
    const { metadata } = await this.#publishedBy(settings);
    const config = new oidc.Configuration(
      metadata,
      settings.clientId,
      { [oidc.clockTolerance]: clockToleranceSeconds },
      clientAuthentication(settings, metadata),
    );
    config[oidc.customFetch] = this.#fetch;
    if (settings.issuer.startsWith('http:')) oidc.allowInsecureRequests(config);
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  #publishedBy(settings: OidcSettings): Promise<Published> {
    const key = keyOf(settings);
    const known = this.#published.get(key);
    const read =
      known?.then((published) => (performance.now() < published.until ? published : this.#discover(settings))) ??
      this.#discover(settings);
    if (this.#published.size >= maxProviders) this.#published.clear();
    this.#published.set(key, read);
    read.catch(() => this.#published.delete(key));
    return read;
  }

  async #discover(settings: OidcSettings): Promise<Published> {
    try {
      const config = await oidc.discovery(new URL(settings.issuer), settings.clientId, undefined, oidc.None(), {
        [oidc.customFetch]: this.#fetch,
        execute: settings.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      });
      const { supportsPKCE: _, ...metadata } = config.serverMetadata();
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? settings.issuer), {
        [joseFetch]: (url, { method, headers }) => this.#fetch(url, { method, headers }),
      });
      return { until: performance.now() + metadataMs, metadata, keys };
    } catch (error) {
      throw unavailableIn(error) ?? new ProviderUnavailable(reasonOf(error), { cause: error });
    }
  }
}

const keyOf = ({ issuer, clientId }: OidcSettings): string => JSON.stringify([issuer, clientId]);

/** Fetches the claims of the user information endpoint if the provider has one and the ID token lacks required claims. */
async function furtherClaims(
  config: oidc.Configuration,
  settings: OidcSettings,
  accessToken: string,
  claims: Claims & { readonly sub: string },
): Promise<Claims> {
  if (config.serverMetadata().userinfo_endpoint === undefined || !lacksClaims(settings, claims)) return {};
  return oidc.fetchUserInfo(config, accessToken, claims.sub);
}

/** Verifies the client's credentials with a token request for an invalid code. @throws the provider's error about the client */
async function presentClient(config: oidc.Configuration): Promise<void> {
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: 'test-of-the-client',
      redirect_uri: 'https://test.invalid/',
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
  } catch (error) {
    const isKnown = error instanceof oidc.ResponseBodyError && ['invalid_grant', 'invalid_request'].includes(error.error);
    if (!isKnown) throw error;
  }
}

function clientAuthentication({ clientSecret }: OidcSettings, metadata: oidc.ServerMetadata): oidc.ClientAuth {
  if (clientSecret === '') return oidc.None();
  const isPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  return isPost ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret);
}

/**
 * Maps errors of the library. A bug (a `TypeError` without code) is thrown unchanged.
 * @throws ProviderUnavailable if the provider cannot be reached; ProviderRefusal for other errors of the library
 */
async function verified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    const unavailable = unavailableIn(error);
    if (unavailable) throw unavailable;
    if (error instanceof TypeError && !('code' in error)) throw error; // a defect
    throw new ProviderRefusal(reasonOf(error), { cause: error });
  }
}

const unavailableIn = (error: unknown): ProviderUnavailable | undefined =>
  causesOf(error).find((each) => each instanceof ProviderUnavailable);

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < 10; each = Object(each).cause) causes.push(each);
  return causes;
}

/** Returns a line for administrators, with the provider's error code if there is one. */
function reasonOf(error: unknown): string {
  const { error: code, error_description: description, message } = Object(error);
  const text = typeof code === 'string' ? [code, description].filter(Boolean).join(': ') : String(message ?? error);
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300);
}
