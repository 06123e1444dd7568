import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { type Mail, type MailAccess, type Mailer, MailFailure, type MailFailureScope } from '../../application/ports/mailer.js';
import { inOneLine } from '../../domain/notifications/mail-address.js';

/** Longest reason of a failure in characters: servers choose their texts. */
const maxReason = 300;

/** The answer of a server that ends the session. */
const serverStops = 421;

/** Sends mails over SMTP, each over its own connection, which ends with the time limit or the stop. */
export class SmtpMailer implements Mailer {
  async send(mail: Mail, access: MailAccess, stop?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(access.timeoutSeconds * 1000);
    const signal = stop ? AbortSignal.any([limit, stop]) : limit;
    const transport = nodemailer.createTransport(optionsOf(access));
    try {
      await transport.sendMail({ ...messageOf(mail, access), signal });
    } catch (error) {
      throw signal.aborted
        ? new MailFailure(`the mail was not accepted within ${access.timeoutSeconds} s`)
        : failureOf(error, access);
    } finally {
      transport.close();
    }
  }
}

function optionsOf({ server, port, security, ca, username, password, timeoutSeconds }: MailAccess): SMTPTransport.Options {
  const timeoutMs = timeoutSeconds * 1000;
  return {
    host: server,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca.trim() === '' ? {} : { ca }) },
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
    socketCloseTimeout: 1000,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}

/** Addresses are objects, which are not parsed, so a text cannot name a second recipient. */
const messageOf = ({ messageId, to, subject, text, html, language }: Mail, { sender }: MailAccess) => ({
  from: { name: 'Hexipam', address: sender },
  to: { name: '', address: to },
  messageId: `<${messageId}>`,
  subject: inOneLine(subject),
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
});

/** Steps whose refusal concerns one mail: recipient and content. */
const stepsOfMail: readonly unknown[] = ['RCPT TO', 'DATA'];

function failureOf(error: unknown, access: MailAccess): MailFailure {
  const { message, responseCode, command } = Object(error);
  const reason = withoutSecrets(inOneLine(String(message ?? 'unknown failure')), access);
  return new MailFailure(reason.slice(0, maxReason), { scope: scopeOf(responseCode, command) });
}

function scopeOf(code: unknown, command: unknown): MailFailureScope {
  if (typeof code !== 'number' || !stepsOfMail.includes(command) || code === serverStops) return 'all';
  return code >= 500 ? 'refused' : 'deferred';
}

/** A server may repeat the password as it got it. */
function withoutSecrets(text: string, { username, password }: MailAccess): string {
  if (password === '') return text;
  const forms = [password, base64(password), base64(`\0${username}\0${password}`)];
  return forms.reduce((shown, form) => shown.replaceAll(form, '***'), text);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
