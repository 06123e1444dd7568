import { once } from '../application/once.js';
import type { HttpClient } from '../application/ports/http-client.js';
import type { OidcProviders, PasswordDirectories, SamlProviders } from '../application/ports/sign-in-providers.js';

/** Directories of sign-in providers. Their library is loaded on first use: most services have none. */
export function lateDirectories(): PasswordDirectories {
  const load = once(async () => new (await import('../adapters/ldap/index.js')).LdapDirectories());
  return {
    identify: async (...given) => (await load(undefined)).identify(...given),
    test: async (...given) => (await load(undefined)).test(...given),
  };
}

/** OpenID providers. Their libraries are loaded on first use. @param client sends their requests */
export function lateOpenIdProviders(client: HttpClient): OidcProviders {
  const load = once(async () => new (await import('../adapters/oidc/index.js')).OpenIdProviders(client));
  return {
    begin: async (...given) => (await load(undefined)).begin(...given),
    finish: async (...given) => (await load(undefined)).finish(...given),
    endSessionUrl: async (...given) => (await load(undefined)).endSessionUrl(...given),
    readLogout: async (...given) => (await load(undefined)).readLogout(...given),
    readAccessToken: async (...given) => (await load(undefined)).readAccessToken(...given),
    test: async (...given) => (await load(undefined)).test(...given),
  };
}

/** SAML identity providers. Their library is loaded on first use. @param client sends the request of a test */
export function lateSamlProviders(client: HttpClient): SamlProviders {
  const load = once(async () => new (await import('../adapters/saml/index.js')).SamlIdentityProviders(client));
  return {
    begin: async (...given) => (await load(undefined)).begin(...given),
    finish: async (...given) => (await load(undefined)).finish(...given),
    metadata: async (...given) => (await load(undefined)).metadata(...given),
    test: async (...given) => (await load(undefined)).test(...given),
  };
}
