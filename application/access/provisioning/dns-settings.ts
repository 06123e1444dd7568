import { type DnsSettings, dnsFields, dnsNameForm } from '../../../domain/dns/dns-settings.js';
import { plainName } from '../../../domain/dns/host-name.js';
import type { Entry } from './entry.js';

const maxNames = 1000;

export const dnsReaders = (stored: DnsSettings) => ({
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
