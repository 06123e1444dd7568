import { commandLineCaller } from '../../../application/caller.js';
import { settingFields } from '../../../domain/access/settings.js';
import { inOrder } from '../../../domain/fields/administered-field.js';
import { optionsOf } from '../field-options.js';
import { type Arguments, action, type Subject } from '../grammar.js';

const top = ['uniqueVlanNumbers', 'linkField', 'vlanMax', 'enforceUserPermissions', 'changeLogDays', 'keyDays', 'prefixFields'];
const program = { ...settingFields['scan.program'], values: ['fping', 'ping', 'auto'] };

const options = optionsOf(inOrder({ ...settingFields, 'scan.program': program }, ...top), {
  linkField: 'custom field that links addresses; empty for none',
  vlanMax: 'highest VLAN number',
  enforceUserPermissions: 'whether permissions of users count',
  changeLogDays: 'for how many days the history is kept; 0: for ever',
  keyDays: 'longest lifetime of a new key in days; 0: keys need not expire',
  'prefixFields.subnets': ['prefix-subnets-field', 'custom field by which /prefix/ selects subnets'],
  'prefixFields.addresses': ['prefix-addresses-field', 'custom field by which /prefix/ selects addresses'],
  'prefixFields.externalId': ['prefix-external-id-field', 'custom field that holds external ids'],
  'defaults.sectionStrictMode': ['default-strict-mode', 'whether new sections are strict'],
  'defaults.subnetScanAgent': ['default-scan-agent', 'scan agent of new subnets; 0: none'],
  'defaults.subnetState': ['default-subnet-state', 'tag of new subnets'],
  'webhooks.privateTargets': 'whether receivers may be private and without TLS',
  'webhooks.keepDays': 'how much longer the history keeps what was not delivered',
  'scan.program': null,
  'scan.timeoutMilliseconds': ['scan-timeout', 'milliseconds that an answer is waited for'],
  'scan.attempts': 'packets for a host that does not answer',
  'scan.packetsPerSecond': ['scan-rate', 'max packets of scans in a second'],
  'scan.intervalSeconds': ['scan-interval', 'seconds between scans of a subnet by the service; 0: none'],
  'scan.offlineAfterSeconds': ['scan-offline-after', 'seconds for which a silent address counts as online'],
  'scan.onlineTag': 'tag of addresses that answer; 0: tags stay',
  'scan.offlineTag': 'tag of addresses that do not; 0: tags stay',
  'scan.discoveredTag': 'tag of addresses that scans add',
  'scan.discoveredDescription': 'description of these',
  'dns.enabled': 'whether the service keeps DNS records',
  'dns.server': 'where the interface of the PowerDNS server is: http://HOST:PORT',
  'dns.key': ['ask-dns-key', 'ask for the key of its interface'],
  'dns.ttl': 'seconds for which answers may be kept',
  'dns.forwardZones': 'zones for host names; empty: all of the server',
  'dns.nameservers': 'name servers of zones that are made',
});

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
      meaning: 'change settings',
      operands: [],
      options,
      password: { when: 'askDnsKey' },
      run: (access, given) => access.settings.set(commandLineCaller, changesOf(given)),
      lines: () => ['settings changed'],
    }),
  },
};
