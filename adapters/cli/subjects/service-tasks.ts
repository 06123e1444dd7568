import { commandLineCaller } from '../../../application/caller.js';
import type { DnsStatus } from '../../../application/dns/dns-administration.js';
import type { MailStatus, MailTest } from '../../../application/notifications/mail-administration.js';
import type { UsageRecord } from '../../../application/views/usage-recording.js';
import { type Arguments, action, integer, type Subject, text } from '../grammar.js';

/** Cursor of a comparison, which the program passes from step to step. */
const cursor = text('cursor', 'cursor from the previous step');

const cursorIn = ({ cursor }: Arguments['options']): string | null => (typeof cursor === 'string' ? cursor : null);

/** DNS records: the state of updates, and differences between the register and the server. */
export const dns: Subject = {
  meaning: 'DNS records on a PowerDNS server',
  missing: 'DNS records follow the addresses: the actions are status, diff and sync; settings set --dns-... changes the settings',
  actions: {
    status: action({
      meaning: 'show the state of the server and the number of pending changes',
      isRoutine: true,
      run: ({ dns }) => dns.status(),
      lines: dnsLines,
    }),
    diff: action({
      meaning: 'show differences between Hexipam and the server',
      options: [cursor],
      isRoutine: true,
      run: ({ dns }, { options }) => dns.step(cursorIn(options), false),
    }),
    sync: action({
      meaning: 'repair differences on the server, and show them',
      options: [cursor],
      isRoutine: true,
      run: ({ dns }, { options }) => dns.step(cursorIn(options), true),
    }),
  },
};

function dnsLines({ enabled, server, isReachable, software, zones, waiting, failures, problem }: DnsStatus): string[] {
  if (!enabled) return ['DNS records are disabled: dns.enabled is false'];
  return [
    `server ${server}: ${isReachable ? `${software}, ${zones} zones` : 'unavailable'}`,
    ...(problem === null ? [] : [`problem: ${problem}`]),
    `pending changes: ${waiting}${failures === 0 ? '' : `, failed ${failures} times`}`,
  ];
}

export const mail: Subject = {
  meaning: 'notifications by e-mail',
  missing: 'notifications are sent by the service: the actions are status and test; settings set --mail-... changes the settings',
  actions: {
    status: action({
      meaning: 'show the mail server and the number of unsent notifications',
      isRoutine: true,
      run: ({ mails }) => mails.status(commandLineCaller),
      lines: mailLines,
    }),
    test: action({
      meaning: 'send a test mail and show the result',
      operands: ['ADDRESS'],
      run: ({ mails }, { operands: [address] }) => mails.test(commandLineCaller, address),
      lines: ({ address, problem, milliseconds }: MailTest) => [
        problem === null ? `mail sent to ${address} in ${milliseconds} ms` : `mail not sent to ${address}: ${problem}`,
      ],
      hasFailed: ({ problem }) => problem !== null,
    }),
  },
};

function mailLines({ enabled, server, port, notices, mails, failing, problem }: MailStatus): string[] {
  return [
    enabled ? `server ${server}, port ${port}` : 'notifications are disabled: mail.enabled is false',
    `pending notifications: ${notices}, unsent mails: ${mails}${failing === 0 ? '' : `, failing: ${failing}`}`,
    ...(problem === null ? [] : [`problem: ${problem}`]),
  ];
}

export const usage: Subject = {
  meaning: 'recorded utilization of networks and sections',
  missing:
    'the service records utilization once a day: the only action is record; settings set --usage-history-... changes the hour',
  actions: {
    record: action({
      meaning: 'record the utilization now; replaces an earlier recording of today',
      run: ({ usageRecording }) => usageRecording.recordNow(),
      lines: ({ day, subnets, sections }: UsageRecord) => [`recorded ${day}: ${subnets} subnets, ${sections} sections`],
    }),
  },
};

/** Scans in steps, so that the client can show progress and stop. */
export const scan: Subject = {
  meaning: 'scans of subnets',
  actions: {
    list: action({
      meaning: 'list the subnets with scans enabled, or one of them',
      options: [integer('subnet', 'its id')],
      run: ({ scanning }, { options: { subnet } }) => scanning.targets(typeof subnet === 'number' ? { subnetId: subnet } : {}),
    }),
    step: action({
      meaning: 'run one step of the scan of a subnet',
      operands: ['SUBNET', 'OWNER'],
      isRoutine: true,
      run: ({ scanning }, { operands: [subnet, owner = ''] }) => scanning.step(Number(subnet), owner),
    }),
    release: action({
      meaning: 'abort the scan of a subnet',
      operands: ['SUBNET', 'OWNER'],
      isRoutine: true,
      run: async ({ scanning }, { operands: [subnet, owner = ''] }) => {
        await scanning.release(Number(subnet), owner);
        return null;
      },
    }),
  },
};
