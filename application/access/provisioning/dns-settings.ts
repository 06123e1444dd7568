import type { DnsSettings } from '../../../domain/dns/dns-settings.js';
import { plainName } from '../../../domain/dns/host-name.js';
import type { Entry } from './entry.js';

/** Members of the settings of DNS records. */
export const dnsMembers = [
  ...['enabled', 'server', 'key', 'serverId', 'account', 'ttl'],
  ...['forwardZones', 'makeReverseZones', 'nameservers', 'hostmaster'],
];

const maxNames = 1000;

const serverShape = {
  pattern: /^(https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?)?$/,
  problem: 'must be http://HOST:PORT or https://HOST:PORT, without anything behind it',
};
const keyShape = { pattern: /^[\x21-\x7e]*$/, problem: 'must be printable ASCII characters without spaces' };
const idShape = { pattern: /^[\w.-]+$/, problem: 'must be letters, digits, _ . and -' };
const nameShape = {
  pattern: /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_/-]{0,61}[A-Za-z0-9_])?(?:\.|$))*$/,
  problem: 'must be a name of the DNS, such as ns1.example.org',
};

/** Reads how DNS records are kept; what is not named keeps what is stored. @throws IpamError provision.invalid */
export function readDnsSettings(dns: Entry, stored: DnsSettings): DnsSettings {
  return {
    enabled: dns.flag('enabled', stored.enabled),
    server: dns.text('server', { max: 255, fallback: stored.server, shape: serverShape }),
    key: dns.text('key', { max: 255, fallback: stored.key, shape: keyShape }),
    serverId: dns.text('serverId', { max: 64, fallback: stored.serverId, shape: idShape }),
    account: dns.text('account', { max: 40, fallback: stored.account, shape: idShape }),
    ttl: dns.integer('ttl', { min: 1, max: 2147483647, fallback: stored.ttl }),
    forwardZones: readNames(dns, 'forwardZones', stored.forwardZones),
    makeReverseZones: dns.flag('makeReverseZones', stored.makeReverseZones),
    nameservers: readNames(dns, 'nameservers', stored.nameservers),
    hostmaster: plainName(dns.text('hostmaster', { max: 253, fallback: stored.hostmaster, shape: nameShape })),
  };
}

function readNames(dns: Entry, member: 'forwardZones' | 'nameservers', stored: readonly string[]): readonly string[] {
  if (!dns.has(member)) return stored;
  const given = dns.texts(member);
  if (given.length > maxNames) dns.refuse(member, `must not be more than ${maxNames}`);
  if (given.some((name) => name === '' || name.length > 253 || !nameShape.pattern.test(name)))
    dns.refuse(member, `${nameShape.problem}, each of them`);
  return [...new Set(given.map(plainName))];
}
