import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { SourceError } from '../../application/ports/register.js';
import { decodedTexts } from '../../application/transfer/rows/file-texts.js';
import type { FileBytes, InputRow, RowTable } from '../../application/transfer/rows/table.js';
import { Prefix } from '../../domain/net/prefix.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { leaseTag, requireKind } from './lease-files.js';

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
  for await (const piece of decodedTexts(bytes)) {
    text += piece;
    if (text.length > maxConfig) throw new SourceError(`the configuration is longer than ${maxConfig} characters`);
  }
  const config = await parsed(text);
  const { columns } = tableOf(kind, config);
  return { kind, columns, titles: columns, source: { format }, rows: () => numbered(tableOf(kind, config).records) };
}

const rowsAtOnce = 500;

async function* numbered(records: Iterable<readonly string[]>): AsyncGenerator<readonly InputRow[], void, undefined> {
  let [rows, count]: [InputRow[], number] = [[], 0];
  for (const cells of records) {
    rows.push({ row: ++count, cells });
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
    await nextEventLoopTurn();
  }
  yield rows;
}

/** @throws SourceError */
async function parsed(text: string): Promise<Json> {
  try {
    const value: unknown = JSON.parse(await withoutComments(text));
    if (isObject(value)) return value;
  } catch {
    // the caller reports it
  }
  throw new SourceError('the file is not a Kea configuration in JSON; files included by <?include?> are not read');
}

/** Maximum nesting of brackets. A reservation in a subnet of a shared network is at level 8. */
const maxDepth = 64;

/** Characters read between two yields. */
const lengthBetweenYields = 65_536;

/** Removes comments, and commas before closing brackets. Kea accepts both, and three styles of comments. */
async function withoutComments(text: string): Promise<string> {
  const written = new RetainedText();
  const mark = /["#/]/g;
  let nextYield = lengthBetweenYields;
  for (let at = 0; at < text.length; ) {
    mark.lastIndex = at;
    const start = mark.exec(text)?.index ?? text.length;
    const end = start === text.length ? start : endOfToken(text, start);
    written.addBare(text.slice(at, start));
    if (text[start] === '"') written.addQuoted(text.slice(start, end));
    else if (end === start + 1) written.addBare(text.slice(start, end));
    at = end;
    if (at < nextYield) continue;
    await nextEventLoopTurn();
    nextYield = at + lengthBetweenYields;
  }
  return written.text;
}

/** Collects the JSON text and removes commas before closing brackets, even if a comment is between the comma and the bracket. */
class RetainedText {
  readonly #pieces: string[] = [];
  /** A comma and the white space after it. They are kept back until the next character is known. */
  #pending = '';
  #depth = 0;

  get text(): string {
    return this.#pieces.join('') + this.#pending;
  }

  addQuoted(text: string): void {
    this.#flush();
    this.#pieces.push(text);
  }

  /** @param text outside of quotation marks. @throws Error for too many levels of brackets */
  addBare(text: string): void {
    this.#checkDepth(text);
    const [blanks = ''] = /^\s*/.exec(text) ?? [];
    if (blanks.length === text.length) {
      if (this.#pending !== '') this.#pending += blanks;
      else this.#pieces.push(blanks);
      return;
    }
    if (/[\]}]/.test(text.charAt(blanks.length))) this.#pending = this.#pending.slice(1);
    this.#flush();
    const inner = text.replace(/,(?=\s*[\]}])/g, '');
    const comma = /,\s*$/.exec(inner)?.index ?? inner.length;
    this.#pieces.push(inner.slice(0, comma));
    this.#pending = inner.slice(comma);
  }

  #checkDepth(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const sign = text[at];
      if (sign === '[' || sign === '{') this.#depth++;
      else if (sign === ']' || sign === '}') this.#depth--;
      if (this.#depth > maxDepth) throw new Error('too many levels of brackets');
    }
  }

  #flush(): void {
    this.#pieces.push(this.#pending);
    this.#pending = '';
  }
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

function tableOf(kind: RowKind, config: Json): Pick<RowTable, 'columns'> & { readonly records: Iterable<readonly string[]> } {
  const servers = [config, ...objectsIn([config.Dhcp4, config.Dhcp6])];
  const networks = servers.flatMap((server) => [server, ...objectsIn(server['shared-networks'])]);
  const subnets = networks.flatMap((network) => [...objectsIn(network.subnet4), ...objectsIn(network.subnet6)]);
  if (kind === 'subnet') return { columns: ['subnet', 'description'], records: each(subnets, subnetCells) };
  if (kind === 'range') return { columns: ['subnet', 'name', 'first', 'last'], records: each(subnets, poolCells) };
  return { columns: ['ip', 'mac', 'hostname', 'tag'], records: each([...servers, ...subnets], reservationCells) };
}

function* each(
  holders: readonly Json[],
  cells: (holder: Json) => Iterable<readonly string[]>,
): Generator<readonly string[], void, undefined> {
  for (const holder of holders) yield* cells(holder);
}

function* subnetCells({ subnet, comment, 'user-context': context }: Json): Generator<readonly string[]> {
  yield [textIn(subnet), textIn(comment) || textIn(isObject(context) ? context.comment : '')];
}

/** Yields the pools of a subnet. A pool is an interval of addresses, or all addresses of a network. */
function* poolCells({ subnet, pools }: Json): Generator<readonly string[]> {
  for (const [index, { pool }] of objectsIn(pools).entries()) {
    const network = Prefix.read(textIn(pool));
    const ends = network ? [String(network.network), String(network.lastAddress)] : textIn(pool).split('-', 3);
    const [first = '', last = first] = ends.map((end) => end.trim());
    yield [textIn(subnet), `Kea pool ${index + 1}`, first, last];
  }
}

function* reservationCells({ reservations }: Json): Generator<readonly string[]> {
  for (const host of objectsIn(reservations)) {
    const addresses = [host['ip-address'], ...(Array.isArray(host['ip-addresses']) ? host['ip-addresses'] : [])];
    for (const ip of addresses.map(textIn))
      if (ip !== '') yield [ip, textIn(host['hw-address']), textIn(host.hostname).replace(/\.$/, ''), leaseTag];
  }
}
