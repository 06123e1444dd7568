import { createPrivateKey, X509Certificate } from 'node:crypto';
import { testSteps } from '../../application/access/sign-in/provider-steps.js';
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
import { checkedAssertion, identityOf } from './assertion.js';
import { destinationWithinBounds, responseText } from './response-text.js';
import { reasonOf, samlFor } from './saml-library.js';
import { VerificationWorker } from './verification-worker.js';

const timeoutMs = 10_000;

/**
 * SAML 2.0 identity providers. The library node-saml verifies signature, audience and conditions in a thread. The code in
 * assertion.ts checks the rest.
 */
export class SamlIdentityProviders implements SamlProviders {
  readonly #client: HttpClient;
  readonly #verification = new VerificationWorker();

  /** @param client sends the request of a test */
  constructor(client: HttpClient) {
    this.#client = client;
  }

  async begin(settings: SamlSettings, request: SamlRequest): Promise<string> {
    try {
      return await samlFor(settings, request).getAuthorizeUrlAsync('', undefined, {});
    } catch (error) {
      throw new ProviderUnavailable(`the request cannot be created: ${reasonOf(error)}`, { cause: error });
    }
  }

  async finish(settings: SamlSettings, response: string, request: SamlRequest): Promise<SamlSignIn> {
    const text = responseText(response);
    const destination = destinationWithinBounds(text);
    if (destination !== undefined && destination !== request.consumerUrl)
      throw new ProviderRefusal(`the destination of the answer is not ${request.consumerUrl}`);
    const assertion = await this.#verification.verifiedAssertion({ settings, text, request });
    const { id, until } = checkedAssertion(assertion, settings, request, Date.now());
    return { identity: identityOf(assertion, settings), assertionId: id, until };
  }

  async metadata(settings: SamlSettings, consumerUrl: string): Promise<string> {
    return samlFor(settings, { id: '_', consumerUrl }).generateServiceProviderMetadata(null, settings.signingCertificate || null);
  }

  async test(settings: SamlSettings): Promise<readonly ProviderStep[]> {
    return testSteps(
      'read the certificates',
      async (begin) => {
        for (const certificate of certificatesIn(settings.certificates)) new X509Certificate(certificate);
        if (settings.signingKey !== '') {
          begin('read the signing key');
          requireOwnKey(settings);
        }
        begin('create a request');
        const url = await this.begin(settings, { id: `_${'0'.repeat(64)}`, consumerUrl: `${settings.audience}/` });
        begin(`send a request to ${new URL(settings.signInUrl).host}`);
        return this.#problemAt(new URL(url));
      },
      reasonOf,
    );
  }

  async #problemAt(url: URL): Promise<string | undefined> {
    const { status } = await this.#client.send({ method: 'GET', url, headers: { accept: 'text/html' }, timeoutMs });
    return status >= 400 ? `the provider answers ${status}` : undefined;
  }
}

/**
 * Checks that the signing certificate belongs to the signing key.
 * @throws ProviderRefusal if it belongs to another key; Error if the certificate or the key is unreadable
 */
function requireOwnKey({ signingKey, signingCertificate }: SamlSettings): void {
  if (!new X509Certificate(signingCertificate).checkPrivateKey(createPrivateKey(signingKey)))
    throw new ProviderRefusal('the signing certificate belongs to another key');
}
