import { commandLineCaller } from '../../../application/caller.js';
import { type Arguments, action, flag, integer, list, type Option, oneOf, type Subject, switched, text } from '../grammar.js';

const options: readonly Option[] = [
  flag('unique-vlan-numbers', 'whether a VLAN number is used once in an L2 domain'),
  text('link-field', 'custom field that links addresses; empty for none'),
  integer('vlan-max', 'highest VLAN number'),
  flag('enforce-user-permissions', 'whether permissions of users count'),
  integer('change-log-days', 'for how many days the history is kept; 0: for ever'),
  integer('key-days', 'longest lifetime of a new key in days; 0: keys need not expire', 'keyDays'),
  text('prefix-subnets-field', 'custom field by which /prefix/ selects subnets', 'prefixFields.subnets'),
  text('prefix-addresses-field', 'custom field by which /prefix/ selects addresses', 'prefixFields.addresses'),
  text('prefix-external-id-field', 'custom field that holds external ids', 'prefixFields.externalId'),
  flag('default-strict-mode', 'whether new sections are strict', 'defaults.sectionStrictMode'),
  integer('default-scan-agent', 'scan agent of new subnets; 0: none', 'defaults.subnetScanAgent'),
  integer('default-subnet-state', 'tag of new subnets', 'defaults.subnetState'),
  flag('webhooks-private-targets', 'whether receivers may be private and without TLS', 'webhooks.privateTargets'),
  integer('webhooks-keep-days', 'how much longer the history keeps what was not delivered', 'webhooks.keepDays'),
  flag('scan-enabled', 'whether the service pings and scans', 'scan.enabled'),
  oneOf('scan-program', ['fping', 'ping', 'auto'], undefined, 'scan.program'),
  integer('scan-timeout', 'milliseconds that an answer is waited for', 'scan.timeoutMilliseconds'),
  integer('scan-attempts', 'packets for a host that does not answer', 'scan.attempts'),
  integer('scan-rate', 'max packets of scans in a second', 'scan.packetsPerSecond'),
  integer('scan-interval', 'seconds between scans of a subnet by the service; 0: none', 'scan.intervalSeconds'),
  integer('scan-offline-after', 'seconds for which a silent address counts as online', 'scan.offlineAfterSeconds'),
  integer('scan-online-tag', 'tag of addresses that answer; 0: tags stay', 'scan.onlineTag'),
  integer('scan-offline-tag', 'tag of addresses that do not; 0: tags stay', 'scan.offlineTag'),
  integer('scan-discovered-tag', 'tag of addresses that scans add', 'scan.discoveredTag'),
  text('scan-discovered-description', 'description of these', 'scan.discoveredDescription'),
  flag('dns-enabled', 'whether the service keeps DNS records', 'dns.enabled'),
  text('dns-server', 'where the interface of the PowerDNS server is: http://HOST:PORT', 'dns.server'),
  switched('ask-dns-key', 'ask for the key of its interface'),
  text('dns-server-id', 'what the server calls itself', 'dns.serverId'),
  text('dns-account', 'what marks zones and records as made by this service', 'dns.account'),
  integer('dns-ttl', 'seconds for which answers may be kept', 'dns.ttl'),
  list('dns-forward-zones', 'zones for host names; empty: all of the server', 'dns.forwardZones'),
  flag('dns-make-reverse-zones', 'whether reverse zones are made that are not there', 'dns.makeReverseZones'),
  list('dns-nameservers', 'name servers of zones that are made', 'dns.nameservers'),
  text('dns-hostmaster', 'whom the SOA of these names', 'dns.hostmaster'),
];

/** The changes as a provisioning file has them. */
function changesOf({ options: { askDnsKey: _, ...given }, password }: Arguments): Readonly<Record<string, unknown>> {
  const changes = { ...given };
  if (changes.changeLogDays === 0) changes.changeLogDays = null;
  if (changes.keyDays === 0) changes.keyDays = null;
  const defaults: Readonly<Record<string, unknown>> = { ...Object(changes.defaults) };
  if (defaults.subnetScanAgent === 0) changes.defaults = { ...defaults, subnetScanAgent: null };
  if (password !== undefined) changes.dns = { ...Object(changes.dns), key: password };
  return changes;
}

/** Settings by name, one below the other: `scan.enabled`. */
function rowsOf(settings: object, before = ''): { readonly name: string; readonly value: unknown }[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? rowsOf(value, `${before}${name}.`)
      : [{ name: before + name, value }],
  );
}

/** What the whole service goes by. */
export const settings: Subject = {
  meaning: 'settings of the whole service',
  missing: 'settings can be listed and set only',
  actions: {
    list: action({
      meaning: 'show all settings',
      operands: [],
      options: [],
      run: async (access) => rowsOf(await access.settings.read(commandLineCaller)),
      columns: ['name', 'value'],
    }),
    set: action({
      meaning: 'change what is named',
      operands: [],
      options,
      password: { when: 'askDnsKey' },
      run: (access, given) => access.settings.set(commandLineCaller, changesOf(given)),
      lines: () => ['settings changed'],
    }),
  },
};
