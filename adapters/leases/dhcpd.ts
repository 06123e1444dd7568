import type { FileBytes } from '../../application/transfer/rows/table.js';
import type { Lease } from '../../domain/transfer/leases.js';
import { linesOf } from './text.js';

interface OpenLease {
  readonly row: number;
  readonly ip: string;
  mac: string;
  hostname: string;
  state: string;
}

const opening = /^\s*(?:lease|iaaddr)\s+([0-9a-fA-F.:]+)\s*\{/;
const statement = /^\s*(binding state|hardware [\w-]+|client-hostname)\s+"?([^";]*)"?\s*;/;

/**
 * The entries of a lease file of ISC dhcpd, for IPv4 and IPv6. The server appends an entry for each change. An entry without a
 * binding state is active.
 */
export async function* dhcpdLeases(bytes: FileBytes): AsyncGenerator<Lease, void, undefined> {
  let open: OpenLease | undefined;
  for await (const [row, line] of linesOf(bytes)) {
    const ip = opening.exec(line)?.[1];
    if (ip !== undefined) open = { row, ip, mac: '', hostname: '', state: 'active' };
    else if (open && /^\s*\}/.test(line)) {
      yield leaseOf(open);
      open = undefined;
    } else if (open) note(open, line);
  }
}

function note(lease: OpenLease, line: string): void {
  const [, name = '', value = ''] = statement.exec(line) ?? [];
  if (name === 'binding state') lease.state = value.trim();
  else if (name.startsWith('hardware')) lease.mac = name === 'hardware ethernet' ? value.trim() : '';
  else if (name === 'client-hostname') lease.hostname = value.trim();
}

const leaseOf = ({ row, ip, mac, hostname, state }: OpenLease): Lease => ({
  row,
  ip,
  mac,
  hostname,
  isActive: state === 'active',
});
