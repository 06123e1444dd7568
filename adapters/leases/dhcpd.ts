import { SourceError } from '../../application/ports/transfer/register.js';
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
const statement = /^(binding state|hardware [\w-]+|client-hostname)\s/;

/**
 * The entries of a lease file of ISC dhcpd, for IPv4 and IPv6. The server appends an entry for each change. An entry without a
 * binding state is active.
 * @throws SourceError for a line with too many statements
 */
export async function* dhcpdLeases(bytes: FileBytes): AsyncGenerator<Lease, void, undefined> {
  let open: OpenLease | undefined;
  for await (const [row, line] of linesOf(bytes)) {
    const [start = '', ip] = opening.exec(line) ?? [];
    if (ip !== undefined) open = { row, ip, mac: '', hostname: '', state: 'active' };
    for (const text of statementsIn(row, line.slice(start.length))) {
      if (open && text.startsWith('}')) {
        yield leaseOf(open);
        open = undefined;
      } else if (open) note(open, text);
    }
  }
}

/**
 * Maximum number of statements in a line, because a line is parsed without a yield. The server writes one statement in each line.
 */
const maxStatements = 1000;

/**
 * Returns the statements of a line. A line with quotation marks counts as one statement, because quoted text may contain
 * semicolons.
 * @throws SourceError
 */
function statementsIn(row: number, line: string): readonly string[] {
  const statements = line.includes('"') ? [line] : line.split(';', maxStatements + 1);
  if (statements.length > maxStatements) throw new SourceError(`line ${row} has more than ${maxStatements} statements`);
  return statements.map((text) => text.trim());
}

function note(lease: OpenLease, text: string): void {
  const [start = '', name = ''] = statement.exec(text) ?? [];
  const [value = ''] = text.slice(start.length).trim().replace(/^"/, '').split(/[";]/, 1);
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
