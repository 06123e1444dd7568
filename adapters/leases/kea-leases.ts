import { SourceError } from '../../application/ports/transfer/register.js';
import { type FileBytes, maxColumns } from '../../application/transfer/rows/table.js';
import type { Lease } from '../../domain/transfer/leases.js';
import { linesOf } from './text.js';

/** Whether a file has the header of a Kea memfile, for IPv4 or IPv6. */
export const isKeaLeases = (start: string): boolean => /^address,(hwaddr,client_id|duid),valid_lifetime,expire,/.test(start);

/** Maximum length of a row in characters; a row is parsed without a yield. */
const maxRowLength = 65_536;

/** The state of an active lease. Leases in other states are declined, reclaimed or released. */
const active = '0';

/**
 * Yields the entries of a memfile. Kea appends an entry for each change.
 * @throws SourceError for a row with more cells than columns, and for a row that is too long
 */
export async function* keaLeases(bytes: FileBytes): AsyncGenerator<Lease, void, undefined> {
  let titles: readonly string[] = [];
  for await (const [row, line] of linesOf(bytes)) {
    if (line.trim() === '') continue;
    if (line.length > maxRowLength) throw new SourceError(`row ${row} is longer than ${maxRowLength} characters`);
    const encoded = line.split(',');
    const most = titles.length === 0 ? maxColumns : titles.length;
    if (encoded.length > most) throw new SourceError(`row ${row}: ${encoded.length} cells, where there are ${most} columns`);
    const cells = encoded.map(unescaped);
    if (titles.length === 0) titles = cells;
    else if (cells[0] !== titles[0]) yield leaseOf(row, (title) => cells[titles.indexOf(title)] ?? '');
  }
}

/** Converts an entry. A delegated prefix is not an address and counts as expired. */
function leaseOf(row: number, cell: (title: string) => string): Lease {
  const isActive =
    (cell('state') || active) === active && cell('valid_lifetime') !== '0' && ['', '0'].includes(cell('lease_type'));
  return { row, ip: cell('address'), mac: cell('hwaddr'), hostname: cell('hostname').replace(/\.$/, ''), isActive };
}

/** Kea escapes commas as `&#x2c;`. */
const unescaped = (cell: string): string =>
  cell.replace(/&#x([0-9a-f]{2});?/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
