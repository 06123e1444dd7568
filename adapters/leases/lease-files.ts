import { chunksOf } from '../../application/listing.js';
import { SourceError } from '../../application/ports/register.js';
import { decodedTexts } from '../../application/transfer/rows/file-texts.js';
import { type FileBytes, maxColumns, type RowTable } from '../../application/transfer/rows/table.js';
import { readIp } from '../../domain/fields/read-fields.js';
import { type RowKind, rowWord } from '../../domain/transfer/columns.js';

/** A DHCP lease, or its end. */
interface Lease {
  readonly ip: string;
  readonly mac: string;
  readonly hostname: string;
  /** False for a released or expired lease. */
  readonly isActive: boolean;
  /** Row or line in the file, from 1. */
  readonly row: number;
}

/** Leases of a file are buffered in memory. */
const maxLeases = 1_000_000;

/** The tag of addresses assigned by DHCP servers. */
export const leaseTag = 'DHCP';

const rowsAtOnce = 500;

const columns = ['ip', 'mac', 'hostname', 'tag'];

/**
 * Returns the active leases of an append-only file as a table, in the order of their entries. The last entry of an address takes
 * precedence. The row number is the line of the lease.
 * @throws SourceError
 */
export async function leaseTable(kind: RowKind, format: string, entries: AsyncIterable<Lease>): Promise<RowTable> {
  requireKind(kind, ['address'], format);
  const leases = new Map<string, Lease>();
  for await (const lease of entries) {
    const key = readIp(lease.ip)?.toString() ?? lease.ip;
    leases.delete(key);
    if (lease.isActive) leases.set(key, lease);
    if (leases.size > maxLeases) throw new SourceError(`the file has more than ${maxLeases} active leases`);
  }
  return {
    kind,
    columns,
    titles: columns,
    source: { format },
    async *rows() {
      const rows = [...leases.values()].map(({ row, ip, mac, hostname }) => ({ row, cells: [ip, mac, hostname, leaseTag] }));
      yield* chunksOf(rows, rowsAtOnce);
    },
  };
}

/** @throws SourceError for a kind without records in this format */
export function requireKind(kind: RowKind, kinds: readonly RowKind[], format: string): void {
  if (!kinds.includes(kind))
    throw new SourceError(`a file of ${format} has ${kinds.map(rowWord).join(', ')}, no ${rowWord(kind)}`);
}

const maxLine = 1_048_576;

/** Yields the lines of a file with their numbers, from 1. @throws SourceError for a line that is too long */
async function* linesOf(bytes: FileBytes): AsyncGenerator<readonly [number, string], void, undefined> {
  let rest = '';
  let number = 0;
  for await (const text of decodedTexts(bytes)) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield [++number, line];
    if (rest.length > maxLine) throw new SourceError(`line ${number + 1} is longer than ${maxLine} characters`);
  }
  if (rest !== '') yield [number + 1, rest];
}

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
        yield { ...open, isActive: open.state === 'active' };
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
