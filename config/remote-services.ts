import { NodeHttpClient } from '../adapters/http-client/index.js';
import { powerDnsServers } from '../adapters/powerdns/index.js';
import { HttpWebhookSender } from '../adapters/webhooks/index.js';
import type { DnsServers } from '../application/ports/dns.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import { lateDirectories, lateOpenIdProviders, lateSamlProviders } from './sign-in-libraries.js';

export const httpClient = new NodeHttpClient();

export const dnsServers: DnsServers = powerDnsServers(httpClient);

export const webhookSender: WebhookSender = new HttpWebhookSender(httpClient);

/** Loads the library with the first mail. */
export const mailer: Mailer = {
  send: async (...args) => {
    const { SmtpMailer } = await import('../adapters/mail/index.js');
    return new SmtpMailer().send(...args);
  },
};

export const signInProtocols = {
  directories: lateDirectories(),
  oidc: lateOpenIdProviders(httpClient),
  saml: lateSamlProviders(httpClient),
};
