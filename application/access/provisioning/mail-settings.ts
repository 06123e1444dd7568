import { hasCertificates } from '../../../domain/access/certificate.js';
import { type MailSettings, mailFields } from '../../../domain/notifications/mail-settings.js';
import { problemWithTopics } from '../../../domain/notifications/topic.js';
import { type Entry, invalidEntry } from './entry.js';

export const mailReaders = (stored: MailSettings) => ({
  'mail.ca': (mail: Entry) => readCa(mail, stored.ca),
  'mail.topics': (mail: Entry) => readTopics(mail, stored.topics),
});

function readCa(mail: Entry, stored: string): string {
  const ca = mail.read('ca', mailFields.ca, stored);
  return ca === stored || ca.trim() === '' || hasCertificates(ca) ? ca : mail.refuse('ca', mailFields.ca.form.problem);
}

function readTopics(mail: Entry, stored: readonly string[]): readonly string[] {
  if (!mail.has('topics')) return stored;
  const topics = [...new Set(mail.texts('topics'))];
  const problem = problemWithTopics(topics);
  return problem === undefined ? topics : mail.refuse('topics', problem);
}

/** Requires server and sender of mails. Without a server, the mail library would connect to localhost. @throws IpamError provision.invalid */
export function checkMail(mail: MailSettings): void {
  for (const name of ['server', 'sender'] as const)
    if (mail.enabled && mail[name] === '') invalidEntry('settings.mail "enabled"', `requires "${name}"`);
}
