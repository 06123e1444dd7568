import { once } from '../../application/once.js';
import type { HttpClient } from '../../application/ports/http-client.js';
import type { OneTimeCodes, Passkeys } from '../../application/ports/second-factors.js';
import type { OidcProviders, PasswordDirectories } from '../../application/ports/sign-in-providers.js';

/** Directories of sign-in providers. Their library loads at the first use: most services have none. */
export function lateDirectories(): PasswordDirectories {
  const load = once(async () => new (await import('../../adapters/ldap/index.js')).LdapDirectories());
  return {
    identify: async (...given) => (await load(undefined)).identify(...given),
    test: async (...given) => (await load(undefined)).test(...given),
  };
}

/** OpenID providers. Their libraries load at the first use. @param client sends their requests */
export function lateOpenIdProviders(client: HttpClient): OidcProviders {
  const load = once(async () => new (await import('../../adapters/oidc/index.js')).OpenIdProviders(client));
  return {
    begin: async (...given) => (await load(undefined)).begin(...given),
    finish: async (...given) => (await load(undefined)).finish(...given),
    endSessionUrl: async (...given) => (await load(undefined)).endSessionUrl(...given),
    readLogout: async (...given) => (await load(undefined)).readLogout(...given),
    readAccessToken: async (...given) => (await load(undefined)).readAccessToken(...given),
    test: async (...given) => (await load(undefined)).test(...given),
  };
}

/** Codes of apps. Their library loads at the first use. */
export function lateOneTimeCodes(): OneTimeCodes {
  const load = once(async () => new (await import('../../adapters/second-factors/otp-codes.js')).OtpCodes());
  return {
    newSecret: async () => (await load(undefined)).newSecret(),
    uri: async (...given) => (await load(undefined)).uri(...given),
    stepOf: async (...given) => (await load(undefined)).stepOf(...given),
  };
}

/** Passkeys. Their library loads at the first use. */
export function latePasskeys(): Passkeys {
  const load = once(async () => new (await import('../../adapters/second-factors/webauthn-passkeys.js')).WebauthnPasskeys());
  return {
    challengeIn: async (answer) => (await load(undefined)).challengeIn(answer),
    creation: async (...given) => (await load(undefined)).creation(...given),
    verifyCreation: async (...given) => (await load(undefined)).verifyCreation(...given),
    request: async (...given) => (await load(undefined)).request(...given),
    verifyRequest: async (...given) => (await load(undefined)).verifyRequest(...given),
  };
}
