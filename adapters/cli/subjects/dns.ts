import type { DnsStatus } from '../../../application/dns/dns-administration.js';
import { action, type Subject, text } from '../grammar.js';

/** Cursor of a comparison, which the program passes from step to step. */
const cursor = text('cursor', 'cursor from the previous step');

/** DNS records: the state of updates, and differences between the register and the server. */
export const dns: Subject = {
  meaning: 'DNS records on a PowerDNS server',
  missing: 'DNS records follow the addresses: the actions are status, diff and sync; settings set --dns-... changes the settings',
  actions: {
    status: action({
      meaning: 'show the state of the server and the number of pending changes',
      operands: [],
      options: [],
      isRoutine: true,
      run: ({ dns }) => dns.status(),
      lines: statusLines,
    }),
    diff: action({
      meaning: 'show differences between Hexipam and the server',
      operands: [],
      options: [cursor],
      isRoutine: true,
      run: ({ dns }, { options }) => dns.step(typeof options.cursor === 'string' ? options.cursor : null, false),
    }),
    sync: action({
      meaning: 'repair differences on the server, and show them',
      operands: [],
      options: [cursor],
      isRoutine: true,
      run: ({ dns }, { options }) => dns.step(typeof options.cursor === 'string' ? options.cursor : null, true),
    }),
  },
};

function statusLines({ enabled, server, isReachable, software, zones, waiting, failures, problem }: DnsStatus): string[] {
  if (!enabled) return ['DNS records are disabled: dns.enabled is false'];
  return [
    `server ${server}: ${isReachable ? `${software}, ${zones} zones` : 'unavailable'}`,
    ...(problem === null ? [] : [`problem: ${problem}`]),
    `pending changes: ${waiting}${failures === 0 ? '' : `, failed ${failures} times`}`,
  ];
}
