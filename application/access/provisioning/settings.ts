import { hasCertificates } from '../../../domain/access/certificate.js';
import { orderedSettingFields, type Settings } from '../../../domain/access/settings.js';
import { type DnsSettings, dnsFields, dnsNameForm } from '../../../domain/dns/dns-settings.js';
import { plainName } from '../../../domain/dns/host-name.js';
import { type MailSettings, mailFields } from '../../../domain/notifications/mail-settings.js';
import { problemWithTopics } from '../../../domain/notifications/subscription.js';
import { type Entry, entryMembers, invalidEntry, readEntry } from './entry.js';

const maxNames = 1000;

export const settingMembers = entryMembers(orderedSettingFields);

/**
 * Merges the settings of an entry into the stored ones. The custom fields of the prefix controller need not exist yet. The
 * responses of the controller report missing fields.
 * @throws IpamError provision.invalid
 */
export const readSettings = (entry: Entry, stored: Settings): Settings =>
  readEntry(entry, orderedSettingFields, {
    stored,
    first: ['defaults'],
    readers: { ...dnsReaders(stored.dns), ...mailReaders(stored.mail) },
  });

/** Like `readSettings`. Requires server and sender of mails: without a server, the mail library would connect to localhost. */
export function readCompleteSettings(entry: Entry, stored: Settings): Settings {
  const settings = readSettings(entry, stored);
  for (const name of ['server', 'sender'] as const)
    if (settings.mail.enabled && settings.mail[name] === '') invalidEntry('settings.mail "enabled"', `requires "${name}"`);
  return settings;
}

const dnsReaders = (stored: DnsSettings) => ({
  'dns.forwardZones': (dns: Entry) => readNames(dns, 'forwardZones', stored.forwardZones),
  'dns.nameservers': (dns: Entry) => readNames(dns, 'nameservers', stored.nameservers),
  'dns.hostmaster': (dns: Entry) => plainName(dns.read('hostmaster', dnsFields.hostmaster, stored.hostmaster)),
});

function readNames(dns: Entry, member: 'forwardZones' | 'nameservers', stored: readonly string[]): readonly string[] {
  if (!dns.has(member)) return stored;
  const names = dns.texts(member);
  if (names.length > maxNames) dns.refuse(member, `must not contain more than ${maxNames} names`);
  if (names.some((name) => name === '' || name.length > 253 || !dnsNameForm.pattern.test(name)))
    dns.refuse(member, `${dnsNameForm.problem}, in each entry`);
  return [...new Set(names.map(plainName))];
}

const mailReaders = (stored: MailSettings) => ({
  'mail.ca': (mail: Entry) => readCa(mail, stored.ca),
  'mail.topics': (mail: Entry) => (mail.has('topics') ? mail.distinctTexts('topics', problemWithTopics) : stored.topics),
});

function readCa(mail: Entry, stored: string): string {
  const ca = mail.read('ca', mailFields.ca, stored);
  return ca === stored || ca.trim() === '' || hasCertificates(ca) ? ca : mail.refuse('ca', mailFields.ca.form.problem);
}
