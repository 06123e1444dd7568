import { SourceError } from '../../application/ports/moving/register.js';
import type { FileBytes, InputRow, RowTable } from '../../application/transfer/rows/table.js';
import { Prefix } from '../../domain/net/prefix.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { leaseTag } from '../../domain/transfer/leases.js';
import { requireKind } from './lease-table.js';
import { textsOf } from './text.js';

const format = 'Kea configuration';

/** Maximum length of a configuration in characters; it is parsed in memory. */
const maxConfig = 16_777_216;

export const isKeaConfig = (start: string): boolean =>
  /^\s*(\{|\/\/|#|\/\*)[\s\S]*"(Dhcp[46]|subnet[46]|reservations)"/.test(start);

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the subnets, pools or reservations of a Kea configuration. Row numbers count the records. @throws SourceError */
export async function keaConfigTable(kind: RowKind, bytes: FileBytes): Promise<RowTable> {
  requireKind(kind, ['subnet', 'range', 'address'], format);
  let text = '';
  for await (const piece of textsOf(bytes)) {
    text += piece;
    if (text.length > maxConfig) throw new SourceError(`the configuration is longer than ${maxConfig} characters`);
  }
  const { columns, records } = tableOf(kind, parsed(text));
  const rows = records.map((cells, index): InputRow => ({ row: index + 1, cells }));
  return {
    kind,
    columns,
    titles: columns,
    source: { format },
    async *rows() {
      yield rows;
    },
  };
}

/** @throws SourceError */
function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    if (isObject(value)) return value;
  } catch {
    // the caller reports it
  }
  throw new SourceError('the file is no configuration of Kea in JSON; files included by <?include?> are not read');
}

/** Removes comments in three styles, and commas before closing brackets; Kea accepts both. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  const mark = /["#/]/g;
  for (let at = 0; at < text.length; ) {
    mark.lastIndex = at;
    const start = mark.exec(text)?.index ?? text.length;
    kept.push(text.slice(at, start));
    const end = endOfToken(text, start);
    if (text[start] === '"' || end === start + 1) kept.push(text.slice(start, end));
    at = end;
  }
  return kept.join('').replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[\]}])/g, (all) => (all === ',' ? '' : all));
}

/** Returns the end of a quoted text, a comment or a single character. @throws Error for an unterminated text */
function endOfToken(text: string, start: number): number {
  if (text[start] === '"') return endOfQuoted(text, start);
  const isLine = text[start] === '#' || text.startsWith('//', start);
  if (!isLine && !text.startsWith('/*', start)) return start + 1;
  const end = text.indexOf(isLine ? '\n' : '*/', start + 2);
  if (end < 0 && !isLine) throw new Error('a comment has no end');
  return end < 0 ? text.length : isLine ? end : end + 2;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  throw new Error('a text has no end');
}

interface Table {
  readonly columns: readonly string[];
  readonly records: readonly (readonly string[])[];
}

function tableOf(kind: RowKind, config: Json): Table {
  const servers = [config, ...objectsIn([config.Dhcp4, config.Dhcp6])];
  const networks = servers.flatMap((server) => [server, ...objectsIn(server['shared-networks'])]);
  const subnets = networks.flatMap((network) => [...objectsIn(network.subnet4), ...objectsIn(network.subnet6)]);
  if (kind === 'subnet') return { columns: ['subnet', 'description'], records: subnets.map(subnetCells) };
  if (kind === 'range') return { columns: ['subnet', 'name', 'first', 'last'], records: subnets.flatMap(poolCells) };
  const holders = [...servers, ...subnets];
  return { columns: ['ip', 'mac', 'hostname', 'tag'], records: holders.flatMap(reservationCells) };
}

const subnetCells = ({ subnet, comment, 'user-context': context }: Json): readonly string[] => [
  textIn(subnet),
  textIn(comment) || textIn(isObject(context) ? context.comment : ''),
];

/** Converts pools. A pool is a range, or a network with all its addresses. */
const poolCells = ({ subnet, pools }: Json): (readonly string[])[] =>
  objectsIn(pools).map(({ pool }, index) => {
    const network = Prefix.read(textIn(pool));
    const ends = network ? [String(network.network), String(network.lastAddress)] : textIn(pool).split('-');
    const [first = '', last = first] = ends.map((each) => each.trim());
    return [textIn(subnet), `Kea pool ${index + 1}`, first, last];
  });

const reservationCells = ({ reservations }: Json): (readonly string[])[] =>
  objectsIn(reservations).flatMap((host) => {
    const given = [host['ip-address'], ...(Array.isArray(host['ip-addresses']) ? host['ip-addresses'] : [])];
    const ips = given.map(textIn).filter((ip) => ip !== '');
    return ips.map((ip) => [ip, textIn(host['hw-address']), textIn(host.hostname).replace(/\.$/, ''), leaseTag]);
  });
