import { commandLineCaller } from '../../../application/caller.js';
import { action, flag, integer, type Option, type Subject, text } from '../grammar.js';

const options: readonly Option[] = [
  flag('unique-vlan-numbers', 'whether a VLAN number is used once in an L2 domain'),
  text('link-field', 'custom field that links addresses; empty for none'),
  integer('vlan-max', 'highest VLAN number'),
  flag('enforce-user-permissions', 'whether permissions of users count'),
  integer('change-log-days', 'for how many days the history is kept'),
  flag('scan-enabled', 'whether the service pings and scans', 'scan.enabled'),
  text('scan-program', 'fping, ping or auto', 'scan.program'),
  integer('scan-timeout', 'milliseconds that an answer is waited for', 'scan.timeoutMilliseconds'),
  integer('scan-attempts', 'packets for a host that does not answer', 'scan.attempts'),
  integer('scan-rate', 'max packets of scans in a second', 'scan.packetsPerSecond'),
  integer('scan-interval', 'seconds between scans of a subnet by the service; 0: none', 'scan.intervalSeconds'),
  integer('scan-offline-after', 'seconds for which a silent address counts as online', 'scan.offlineAfterSeconds'),
  integer('scan-online-tag', 'tag of addresses that answer; 0: tags stay', 'scan.onlineTag'),
  integer('scan-offline-tag', 'tag of addresses that do not; 0: tags stay', 'scan.offlineTag'),
  integer('scan-discovered-tag', 'tag of addresses that scans add', 'scan.discoveredTag'),
  text('scan-discovered-description', 'description of these', 'scan.discoveredDescription'),
];

/** Settings by name, one below the other: `scan.enabled`. */
function rowsOf(settings: object, before = ''): { readonly name: string; readonly value: unknown }[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? rowsOf(value, `${before}${name}.`) : [{ name: before + name, value }],
  );
}

/** What the whole service goes by. */
export const settings: Subject = {
  meaning: 'settings of the whole service; those without an option here are set by provisioning',
  missing: 'settings can be listed and set only',
  actions: {
    list: action({
      meaning: 'show all settings',
      operands: [],
      options: [],
      run: async (access) => rowsOf(await access.settings.read()),
      columns: ['name', 'value'],
    }),
    set: action({
      meaning: 'change what is named',
      operands: [],
      options,
      run: (access, { options: changes }) => access.settings.set(commandLineCaller, changes),
      lines: () => ['settings changed'],
    }),
  },
};
