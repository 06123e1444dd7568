import { NodeHttpClient } from '../adapters/http-client/index.js';
import { powerDnsServers } from '../adapters/powerdns/powerdns-zones.js';
import { httpWebhookSender } from '../adapters/webhooks/http-webhook-sender.js';
import { once } from '../application/once.js';
import type { DnsServers } from '../application/ports/dns.js';
import type { HttpClient } from '../application/ports/http-client.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { OidcProviders, PasswordDirectories, SamlProviders } from '../application/ports/sign-in-providers.js';
import type { WebhookSender } from '../application/ports/webhooks.js';

export const httpClient = new NodeHttpClient();

export const dnsServers: DnsServers = powerDnsServers(httpClient);

export const webhookSender: WebhookSender = httpWebhookSender(httpClient);

/** Loads the library with the first mail. */
export const mailer: Mailer = {
  send: async (...args) => {
    const { SmtpMailer } = await import('../adapters/mail/smtp-mailer.js');
    return new SmtpMailer().send(...args);
  },
};

export const signInProtocols = {
  directories: lateDirectories(),
  oidc: lateOpenIdProviders(httpClient),
  saml: lateSamlProviders(httpClient),
};

/** Loads the library on first use: most services have no directory. */
export function lateDirectories(): PasswordDirectories {
  const load = once(async () => new (await import('../adapters/ldap/ldap-directories.js')).LdapDirectories());
  return {
    identify: async (...args) => (await load(undefined)).identify(...args),
    test: async (...args) => (await load(undefined)).test(...args),
  };
}

/** Loads the libraries on first use. @param client sends the requests of the providers */
export function lateOpenIdProviders(client: HttpClient): OidcProviders {
  const load = once(async () => new (await import('../adapters/oidc/openid-providers.js')).OpenIdProviders(client));
  return {
    begin: async (...args) => (await load(undefined)).begin(...args),
    finish: async (...args) => (await load(undefined)).finish(...args),
    endSessionUrl: async (...args) => (await load(undefined)).endSessionUrl(...args),
    readLogout: async (...args) => (await load(undefined)).readLogout(...args),
    readAccessToken: async (...args) => (await load(undefined)).readAccessToken(...args),
    test: async (...args) => (await load(undefined)).test(...args),
  };
}

/** Loads the library on first use. @param client sends the request of a test */
export function lateSamlProviders(client: HttpClient): SamlProviders {
  const load = once(async () => new (await import('../adapters/saml/saml-identity-providers.js')).SamlIdentityProviders(client));
  return {
    begin: async (...args) => (await load(undefined)).begin(...args),
    finish: async (...args) => (await load(undefined)).finish(...args),
    metadata: async (...args) => (await load(undefined)).metadata(...args),
    test: async (...args) => (await load(undefined)).test(...args),
  };
}
