import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { type Mail, type MailAccess, type Mailer, MailFailure, type MailFailureScope } from '../../application/ports/mailer.js';
import { inOneLine } from '../../domain/notifications/mail-settings.js';

/** Maximum length of a failure reason in characters; servers determine the text. */
const maxReason = 300;

/** SMTP reply code of a server that closes the session. */
const serverStops = 421;

/** Sends mails over SMTP, with one connection for each mail. A timeout or a stop closes the connection. */
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

/** Builds the message. Addresses are objects, which the library does not parse, so a text cannot add recipients. */
const messageOf = ({ messageId, to, subject, text, html, language }: Mail, { sender }: MailAccess) => ({
  from: { name: 'Hexipam', address: sender },
  to: { name: '', address: to },
  messageId: `<${messageId}>`,
  subject: inOneLine(subject),
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
});

/** SMTP commands whose refusal concerns one mail: its recipient and its content. */
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

/** Removes the password, which a server may include in its reply. */
function withoutSecrets(text: string, { username, password }: MailAccess): string {
  if (password === '') return text;
  const forms = [password, base64(password), base64(`\0${username}\0${password}`)];
  return forms.reduce((shown, form) => shown.replaceAll(form, '***'), text);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
