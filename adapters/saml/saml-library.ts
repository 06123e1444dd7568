import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlRequest } from '../../application/ports/sign-in-providers.js';
import { certificatesIn } from '../../domain/access/certificate.js';
import type { SamlSettings } from '../../domain/access/sign-in-provider.js';
import { clockToleranceMs } from './assertion.js';

/** The library with the settings of a provider, for one request. */
export const samlFor = (settings: SamlSettings, { id, consumerUrl }: SamlRequest): SAML =>
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

/** The library's store of open requests. It contains only the request that the browser has begun. */
const requestWith = (id: string): CacheProvider => ({
  saveAsync: async (_id, value) => ({ value, createdAt: Date.now() }),
  getAsync: async (key) => (key === id ? new Date().toISOString() : null),
  removeAsync: async (key) => key,
});
export const reasonOf = (error: unknown): string =>
  String(Object(error).message ?? error)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 300);
