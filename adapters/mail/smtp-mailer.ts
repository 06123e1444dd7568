import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { type Mail, type MailAccess, type Mailer, MailFailure } from '../../application/ports/mailer.js';
import { inOneLine } from '../../domain/notifications/mail-address.js';

/** Longest reason of a failure in characters: servers choose their texts. */
const maxReason = 300;

/** Sends mails over SMTP, each over its own connection. */
export class SmtpMailer implements Mailer {
  async send(mail: Mail, access: MailAccess, stop?: AbortSignal): Promise<void> {
    const transport = nodemailer.createTransport(optionsOf(access));
    try {
      await within(access.timeoutSeconds * 1000, transport.sendMail(messageOf(mail, access)), stop);
    } catch (error) {
      throw failureOf(error, access);
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

class Overdue extends Error {}

/** Ends the wait at the time limit or at a stop. The library has limits for single steps only. */
async function within(milliseconds: number, sent: Promise<unknown>, stop: AbortSignal | undefined): Promise<void> {
  let cancel = (): void => {};
  const overdue = new Promise<never>((_, reject) => {
    const end = () => reject(new Overdue());
    const timer = setTimeout(end, milliseconds);
    stop?.addEventListener('abort', end);
    if (stop?.aborted) end();
    cancel = () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', end);
    };
  });
  sent.catch(() => {}); // it may fail after the end of the wait
  try {
    await Promise.race([sent, overdue]);
  } finally {
    cancel();
  }
}

/** Steps whose refusal concerns one mail: recipient and content. */
const stepsOfMail: readonly unknown[] = ['RCPT TO', 'DATA'];

function failureOf(error: unknown, { password, timeoutSeconds }: MailAccess): MailFailure {
  if (error instanceof Overdue) return new MailFailure(`the mail was not accepted within ${timeoutSeconds} s`);
  const { message, responseCode, command } = Object(error);
  const text = inOneLine(String(message ?? 'unknown failure'));
  const reason = password === '' ? text : text.replaceAll(password, '***');
  const isRefused = typeof responseCode === 'number' && responseCode >= 500 && stepsOfMail.includes(command);
  return new MailFailure(reason.slice(0, maxReason), { isRefused });
}
