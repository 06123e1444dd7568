import type { DnsStatus } from '../../../application/dns/dns-administration.js';
import { action, type Subject, text } from '../grammar.js';

/** Where a comparison goes on: the program itself gives it, step by step. */
const cursor = text('cursor', 'where it goes on, as the step before told');

/** DNS records: how it goes, and what differs between the register and the server. */
export const dns: Subject = {
  meaning: 'DNS records on a PowerDNS server',
  missing:
    'records follow the addresses of the register: status, diff and sync are all there is to do; settings set --dns-... sets how',
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
  if (!enabled) return ['DNS records are not kept: dns.enabled is false'];
  return [
    `server ${server}: ${isReachable ? `${software}, ${zones} zones` : 'does not do its part'}`,
    ...(problem === null ? [] : [`problem: ${problem}`]),
    `changes that wait: ${waiting}${failures === 0 ? '' : `, failed ${failures} times`}`,
  ];
}
