import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { HttpClient } from '../../application/ports/http-client.js';
import {
  ProviderRefusal,
  type ProviderStep,
  ProviderUnavailable,
  type SamlProviders,
  type SamlRequest,
  type SamlSignIn,
} from '../../application/ports/sign-in-providers.js';
import { certificatesIn } from '../../domain/access/certificate.js';
import type { SamlSettings } from '../../domain/access/sign-in-provider.js';
import { checkedAssertion, clockToleranceMs, identityOf, rootOf } from './assertion.js';
import { checkDestination, responseText } from './response-text.js';

const timeoutMs = 10_000;

/** SAML 2.0 identity providers by node-saml. It verifies signature, audience and conditions; the rest is in assertion.ts. */
export class SamlIdentityProviders implements SamlProviders {
  readonly #client: HttpClient;

  /** @param client sends the request of a test */
  constructor(client: HttpClient) {
    this.#client = client;
  }

  async begin(settings: SamlSettings, request: SamlRequest): Promise<string> {
    try {
      return await samlFor(settings, request).getAuthorizeUrlAsync('', undefined, {});
    } catch (error) {
      throw new ProviderUnavailable(`no request can be made: ${reasonOf(error)}`, { cause: error });
    }
  }

  async finish(settings: SamlSettings, response: string, request: SamlRequest): Promise<SamlSignIn> {
    const text = responseText(response);
    checkDestination(text, request.consumerUrl);
    return verified(async () => {
      const { profile } = await samlFor(settings, request).validatePostResponseAsync({
        SAMLResponse: Buffer.from(text, 'utf8').toString('base64'),
      });
      const assertion = rootOf(profile?.getAssertion?.(), 'Assertion');
      const { id, until } = checkedAssertion(assertion, settings, request, Date.now());
      return { identity: identityOf(assertion, settings), assertionId: id, until };
    });
  }

  async metadata(settings: SamlSettings, consumerUrl: string): Promise<string> {
    return samlFor(settings, { id: '_', consumerUrl }).generateServiceProviderMetadata(null, settings.signingCertificate || null);
  }

  async test(settings: SamlSettings): Promise<readonly ProviderStep[]> {
    const steps: string[] = ['read the certificates'];
    try {
      for (const certificate of certificatesIn(settings.certificates)) new X509Certificate(certificate);
      if (settings.signingKey !== '') {
        steps.push('read the signing key');
        requireOwnKey(settings);
      }
      steps.push('make a request');
      const url = await this.begin(settings, { id: `_${'0'.repeat(64)}`, consumerUrl: `${settings.audience}/` });
      steps.push(`send a request to ${new URL(settings.signInUrl).host}`);
      await this.#requirePage(new URL(url));
      return steps.map((step) => ({ step, problem: null }));
    } catch (error) {
      const problem = reasonOf(error);
      return steps.map((step, index) => ({ step, problem: index === steps.length - 1 ? problem : null }));
    }
  }

  /** @throws ProviderRefusal, HttpFailure */
  async #requirePage(url: URL): Promise<void> {
    const { status } = await this.#client.send({ method: 'GET', url, headers: { accept: 'text/html' }, timeoutMs });
    if (status >= 400) throw new ProviderRefusal(`the provider answers ${status}`);
  }
}

/** @throws ProviderRefusal where the certificate of this service is not the one of its key; Error for unreadable ones */
function requireOwnKey({ signingKey, signingCertificate }: SamlSettings): void {
  if (!new X509Certificate(signingCertificate).checkPrivateKey(createPrivateKey(signingKey)))
    throw new ProviderRefusal('the signing certificate belongs to another key');
}

const samlFor = (settings: SamlSettings, { id, consumerUrl }: SamlRequest): SAML =>
  new SAML({
    callbackUrl: consumerUrl,
    entryPoint: settings.signInUrl,
    issuer: settings.audience,
    audience: settings.audience,
    idpIssuer: settings.entityId,
    idpCert: certificatesIn(settings.certificates),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockToleranceMs,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: requestWith(id),
    generateUniqueId: () => id,
    signatureAlgorithm: 'sha256',
    ...(settings.signingKey === '' ? {} : { privateKey: settings.signingKey }),
  });

/** The requests under way: the one that a browser has begun. */
const requestWith = (id: string): CacheProvider => ({
  saveAsync: async (_id, value) => ({ value, createdAt: Date.now() }),
  getAsync: async (key) => (key === id ? new Date().toISOString() : null),
  removeAsync: async (key) => key,
});

/** @throws ProviderRefusal for all that the library finds wrong */
async function verified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    throw new ProviderRefusal(reasonOf(error), { cause: error });
  }
}

/** One line for administrators. */
const reasonOf = (error: unknown): string =>
  String(Object(error).message ?? error)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 300);
