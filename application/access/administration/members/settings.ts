import { probePrograms } from '../../../../domain/scan/scan-settings.js';
import type { Member, Members } from './kept.js';

const flag = (meaning: string): Member => ({ type: 'flag', meaning });
const integer = (meaning: string): Member => ({ type: 'integer', meaning });
const text = (meaning: string): Member => ({ type: 'text', meaning });
const texts = (meaning: string): Member => ({ type: 'texts', meaning });
const orNone = (member: Member): Member => ({ ...member, isNullable: true });

/** Settings of the whole service. */
export const describedSettings: Members = {
  enforceUserPermissions: flag(
    'Whether permissions of users count; where they do not, every user may do everything but administer.',
  ),
  changeLogDays: orNone(integer('For how many days the history is kept; empty for ever.')),
  keyDays: orNone(integer('Longest lifetime of a new key in days; empty: keys need not expire.')),
  uniqueVlanNumbers: flag('Whether a VLAN number is used once in an L2 domain.'),
  vlanMax: integer('The highest VLAN number.'),
  linkField: orNone(text('The custom field of addresses that links those of one host; empty for none.')),
  'defaults.sectionStrictMode': flag('Whether new sections are strict: no networks overlap there.'),
  'defaults.subnetScanAgent': orNone(integer('The id of the scan agent of new subnets; empty for none.')),
  'defaults.subnetState': integer('The id of the tag of new subnets.'),
  'prefixFields.subnets': text('The custom field by which /prefix/ selects subnets.'),
  'prefixFields.addresses': text('The custom field by which /prefix/ selects addresses.'),
  'prefixFields.externalId': text('The custom field that holds external ids.'),
  'webhooks.privateTargets': flag('Whether receivers of webhooks may be in private networks and without TLS.'),
  'webhooks.keepDays': integer('For how many days more the history keeps what was not delivered.'),
  'scan.enabled': flag('Whether the service pings and scans.'),
  'scan.program': { type: 'enum', values: probePrograms, meaning: 'The program that probes hosts.' },
  'scan.timeoutMilliseconds': integer('For how many milliseconds an answer is waited for.'),
  'scan.attempts': integer('How many packets a host gets that does not answer.'),
  'scan.packetsPerSecond': integer('How many packets of scans there are in a second at most.'),
  'scan.intervalSeconds': integer('Seconds between scans of a subnet by the service; 0 for none.'),
  'scan.offlineAfterSeconds': integer('For how many seconds a silent address counts as online.'),
  'scan.onlineTag': integer('The id of the tag of addresses that answer; 0: tags stay.'),
  'scan.offlineTag': integer('The id of the tag of addresses that do not; 0: tags stay.'),
  'scan.discoveredTag': integer('The id of the tag of addresses that scans add.'),
  'scan.discoveredDescription': text('The description of these.'),
  'dns.enabled': flag('Whether the service keeps DNS records in a PowerDNS server.'),
  'dns.server': text('Where the interface of that server is: http://HOST:PORT.'),
  'dns.key': { type: 'secret', meaning: 'The key of its interface.' },
  'dns.serverId': text('What the server calls itself.'),
  'dns.account': text('What marks zones and records as made by this service.'),
  'dns.ttl': integer('For how many seconds answers may be kept.'),
  'dns.forwardZones': texts('The zones for host names; empty: all of the server.'),
  'dns.makeReverseZones': flag('Whether reverse zones are made that are not there.'),
  'dns.nameservers': texts('The name servers of zones that are made.'),
  'dns.hostmaster': text('Whom the SOA of these names.'),
};
