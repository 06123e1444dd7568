import type { MailSettings } from '../../../domain/notifications/mail-settings.js';
import { problemWithTopics } from '../../../domain/notifications/topic.js';
import type { Entry } from './entry.js';

/** Readers of settings of mails. */
export const mailReaders = (stored: MailSettings) => ({
  'mail.topics': (mail: Entry) => readTopics(mail, stored.topics),
});

function readTopics(mail: Entry, stored: readonly string[]): readonly string[] {
  if (!mail.has('topics')) return stored;
  const given = [...new Set(mail.texts('topics'))];
  const problem = problemWithTopics(given);
  return problem === undefined ? given : mail.refuse('topics', problem);
}
