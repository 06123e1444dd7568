import { commandLineCaller } from '../../../application/caller.js';
import { settingFields } from '../../../domain/access/settings.js';
import { inOrder } from '../../../domain/fields/administered-field.js';
import { optionsOf } from '../field-options.js';
import { type Arguments, action, type Subject } from '../grammar.js';

const top = ['uniqueVlanNumbers', 'linkField', 'vlanMax', 'enforceUserPermissions', 'changeLogDays', 'keyDays', 'prefixFields'];
const program = { ...settingFields['scan.program'], values: ['fping', 'ping', 'auto'] };

const options = optionsOf(inOrder({ ...settingFields, 'scan.program': program }, ...top), {
  linkField: 'custom field that links addresses; empty: none',
  vlanMax: 'highest VLAN number',
  enforceUserPermissions: 'whether permissions of users apply',
  changeLogDays: 'retention of the history in days; 0: unlimited',
  keyDays: 'longest lifetime of a new key in days; 0: unlimited',
  'prefixFields.subnets': ['prefix-subnets-field', 'custom field by which /prefix/ selects subnets'],
  'prefixFields.addresses': ['prefix-addresses-field', 'custom field by which /prefix/ selects addresses'],
  'prefixFields.externalId': ['prefix-external-id-field', 'custom field with the external ID'],
  'defaults.sectionStrictMode': ['default-strict-mode', 'whether new sections are strict'],
  'defaults.subnetScanAgent': ['default-scan-agent', 'scan agent of new subnets; 0: none'],
  'defaults.subnetState': ['default-subnet-state', 'tag of new subnets'],
  'webhooks.privateTargets': 'whether webhook receivers may have private addresses and no TLS',
  'webhooks.keepDays': 'additional days before undelivered changes are deleted',
  'scan.program': null,
  'scan.timeoutMilliseconds': ['scan-timeout', 'time limit of a reply in milliseconds'],
  'scan.attempts': 'number of packets to a host that does not reply',
  'scan.packetsPerSecond': ['scan-rate', 'largest number of packets per second'],
  'scan.intervalSeconds': ['scan-interval', 'seconds between scans of a subnet; 0: no scheduled scans'],
  'scan.offlineAfterSeconds': ['scan-offline-after', 'seconds for which a silent address counts as online'],
  'scan.onlineTag': 'tag of replying addresses; 0: unchanged',
  'scan.offlineTag': 'tag of silent addresses; 0: unchanged',
  'scan.discoveredTag': 'tag of discovered addresses',
  'scan.discoveredDescription': 'description of discovered addresses',
  'usageHistory.enabled': 'whether utilization is recorded once a day',
  'usageHistory.hour': 'hour of the day (UTC) from which utilization is recorded',
  'dns.enabled': 'whether the service maintains DNS records on a PowerDNS server',
  'dns.server': 'URL of the API of the PowerDNS server: http://HOST:PORT',
  'dns.key': ['ask-dns-key', 'ask for the API key of the server'],
  'dns.ttl': 'TTL of records in seconds',
  'dns.forwardZones': 'zones for host names; empty: all zones of the server',
  'dns.nameservers': 'name servers of created zones',
  'mail.password': ['ask-mail-password', 'ask for the password at the mail server'],
});

/** Converts the changes to the format of a provisioning file. */
function changesOf({
  options: { askDnsKey, askMailPassword, ...input },
  password,
}: Arguments): Readonly<Record<string, unknown>> {
  const changes = { ...input };
  if (changes.changeLogDays === 0) changes.changeLogDays = null;
  if (changes.keyDays === 0) changes.keyDays = null;
  const defaults: Readonly<Record<string, unknown>> = { ...Object(changes.defaults) };
  if (defaults.subnetScanAgent === 0) changes.defaults = { ...defaults, subnetScanAgent: null };
  if (password !== undefined && askDnsKey) changes.dns = { ...Object(changes.dns), key: password };
  if (password !== undefined && askMailPassword) changes.mail = { ...Object(changes.mail), password };
  return changes;
}

/** Lists settings by full name: `scan.enabled`. */
function rowsOf(settings: object, before = ''): { readonly name: string; readonly value: unknown }[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? rowsOf(value, `${before}${name}.`)
      : [{ name: before + name, value }],
  );
}

export const settings: Subject = {
  meaning: 'settings of the whole service',
  missing: 'settings cannot be added or removed: the actions are list and set',
  actions: {
    list: action({
      meaning: 'show all settings',
      run: async (access) => rowsOf(await access.settings.read(commandLineCaller)),
      columns: ['name', 'value'],
    }),
    set: action({
      meaning: 'change settings',
      options,
      password: { when: ['askDnsKey', 'askMailPassword'] },
      check: ({ options: { askDnsKey, askMailPassword } }) =>
        askDnsKey && askMailPassword ? '--ask-dns-key and --ask-mail-password cannot be combined' : undefined,
      run: (access, input) => access.settings.set(commandLineCaller, changesOf(input)),
      lines: () => ['settings changed'],
    }),
  },
};
