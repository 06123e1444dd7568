import { type AdministeredValues, defineAdministered, type TextForm } from '../fields/administered-field.js';
import { mailLanguages, type Subscription } from './subscription.js';

/** A mail address that is safe in a header: it cannot add recipients or headers. An empty text is permitted. */
export const mailAddressForm: TextForm = {
  pattern:
    /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)?$/,
  problem: 'must be an e-mail address such as ipam@example.org',
};

export const isMailAddress = (text: string): boolean => text !== '' && text.length <= 254 && mailAddressForm.pattern.test(text);

/** Replaces control characters, line separators, lone surrogates and bidirectional controls by spaces, for a header. */
export const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** starttls: requires an upgrade to TLS; tls: encrypted from the start; none: unencrypted. */
export const mailSecurities = ['starttls', 'tls', 'none'] as const;

const printable = { pattern: /^[\x20-\x7e]*$/, problem: 'must be printable ASCII characters' };

export const mailFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether notifications are sent by e-mail.' },
  server: {
    ...{ type: 'text', max: 255 },
    form: { pattern: /^([A-Za-z0-9.-]+|[0-9A-Fa-f:.]+)?$/, problem: 'must be a host name or an IP address' },
    meaning: 'Host name of the mail server.',
  },
  port: { type: 'integer', min: 1, max: 65535, default: 587, meaning: 'Port of the mail server.' },
  security: {
    ...{ type: 'enum', values: mailSecurities, default: 'starttls' },
    meaning: 'Encryption: starttls (required after the connection), tls (from the start), or none.',
  },
  ca: {
    ...{ type: 'multiline', max: 65535 },
    form: {
      pattern: /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/,
      problem: 'must be certificates in PEM format',
    },
    meaning: 'Certificates of the authority that issued the certificate of the server; empty: those of the system.',
  },
  username: { type: 'text', max: 255, form: printable, meaning: 'User name at the mail server; empty: no authentication.' },
  password: { type: 'text', max: 255, form: printable, hidden: true, meaning: 'Password at the mail server.' },
  sender: { type: 'text', max: 254, form: mailAddressForm, meaning: 'E-mail address of the sender.' },
  timeoutSeconds: { type: 'integer', min: 1, max: 120, default: 20, meaning: 'Time limit of a mail in seconds.' },
  digestMinutes: {
    ...{ type: 'integer', min: 0, max: 1440, default: 5 },
    meaning: 'Minutes for which the notifications of a person are collected into one mail.',
  },
  topics: {
    ...{ type: 'texts', default: ['request', 'answer', 'key'] },
    meaning: 'Topics of persons without own subscriptions, in the format of a subscription.',
  },
  language: { type: 'enum', values: mailLanguages, default: 'en', meaning: 'Language of mails to these persons.' },
  consoleUrl: {
    ...{ type: 'text', max: 255 },
    form: { pattern: /^(https?:\/\/[^\s/?#"<>]+(\/[^\s?#"<>]*)?)?$/, problem: 'must be a URL of http or https without a query' },
    meaning: 'URL of the console, for links in mails; empty: no links.',
  },
});

export type MailSettings = AdministeredValues<typeof mailFields>;

/** Applies to users without a stored subscription. */
export const defaultSubscription = ({ topics, language }: MailSettings): Subscription => ({ topics, language });
