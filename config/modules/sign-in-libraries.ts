import type { HttpClient } from '../../application/ports/http-client.js';
import type { OidcProviders, PasswordDirectories } from '../../application/ports/sign-in-providers.js';

/** Directories of sign-in providers. Their library loads at the first use: most services have none. */
export function lateDirectories(): PasswordDirectories {
  let made: Promise<PasswordDirectories> | undefined;
  const load = (): Promise<PasswordDirectories> => {
    made ??= import('../../adapters/ldap/index.js').then(({ LdapDirectories }) => new LdapDirectories());
    return made;
  };
  return {
    identify: async (...given) => (await load()).identify(...given),
    test: async (...given) => (await load()).test(...given),
  };
}

/** OpenID providers. Their libraries load at the first use. @param client sends their requests */
export function lateOpenIdProviders(client: HttpClient): OidcProviders {
  let made: Promise<OidcProviders> | undefined;
  const load = (): Promise<OidcProviders> => {
    made ??= import('../../adapters/oidc/index.js').then(({ OpenIdProviders }) => new OpenIdProviders(client));
    return made;
  };
  return {
    begin: async (...given) => (await load()).begin(...given),
    finish: async (...given) => (await load()).finish(...given),
    endSessionUrl: async (...given) => (await load()).endSessionUrl(...given),
    readLogout: async (...given) => (await load()).readLogout(...given),
    readAccessToken: async (...given) => (await load()).readAccessToken(...given),
    test: async (...given) => (await load()).test(...given),
  };
}
