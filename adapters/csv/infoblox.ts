import { SourceError } from '../../application/ports/register.js';
import {
  type InputRow,
  listed,
  type RowSource,
  type RowTable,
  UnreadableRowError,
} from '../../application/transfer/rows/table.js';
import { type RowKind, rowWord } from '../../domain/transfer/columns.js';

/** Column names of this system by Infoblox column. Other columns are ignored. */
type Columns = Readonly<Record<string, string>>;

const network: Columns = { address: 'subnet', netmask: 'mask', cidr: 'mask', comment: 'description' };
const host: Columns = { comment: 'description' };

const types: Readonly<Partial<Record<RowKind, Readonly<Record<string, Columns>>>>> = {
  subnet: {
    networkcontainer: network,
    network,
    ipv6networkcontainer: network,
    ipv6network: network,
  },
  address: {
    hostrecord: { ...host, fqdn: 'hostname', addresses: 'ip', ipv6_addresses: 'ip' },
    hostaddress: { ...host, parent: 'hostname', address: 'ip', mac_address: 'mac' },
    ipv6hostaddress: { ...host, parent: 'hostname', address: 'ip' },
    fixedaddress: { ...host, name: 'hostname', ip_address: 'ip', mac_address: 'mac' },
    ipv6fixedaddress: { ...host, name: 'hostname', ip_address: 'ip' },
  },
};

/** Undefined if the record type contains no records of the kind. */
function infobloxColumns(kind: RowKind, type: string): Columns | undefined {
  const ofKind = types[kind] ?? {};
  return Object.hasOwn(ofKind, type) ? ofKind[type] : undefined;
}

/** A host record contains its addresses. Files with this type also have separate records for these addresses. */
const hostType = 'hostrecord';
const hostAddressType = 'hostaddress';

/** In the order of a table. */
const infobloxTitles = (kind: RowKind): readonly string[] => [
  ...new Set(Object.values(types[kind] ?? {}).flatMap((columns) => Object.values(columns))),
];

type Rows = () => AsyncIterable<readonly InputRow[]>;

/** The columns of a record type in the file, without the first cell of the header row, which contains the type. */
interface Block {
  readonly type: string;
  readonly columns: readonly string[];
}

const marker = /^header-/i;

/** Whether the header is that of an Infoblox export, which has a header row for each record type. */
export const isInfoblox = ([first = '']: readonly string[]): boolean => marker.test(first);

/** Reads the records of one kind from an Infoblox export. @throws SourceError without such records */
export async function infobloxTable(kind: RowKind, rows: Rows, source: RowSource): Promise<RowTable> {
  const blocks = await blocksIn(rows);
  const types = blocks.filter(({ type }) => infobloxColumns(kind, type));
  const hasHostAddresses = types.some(({ type }) => type === hostAddressType);
  const used = types.filter(({ type }) => type !== hostType || !hasHostAddresses);
  if (used.length === 0)
    throw new SourceError(`the file has no ${rowWord(kind)}, only ${listed(blocks.map(({ type }) => type))}`);
  const titles = infobloxTitles(kind);
  const left = used.flatMap(({ type, columns }) =>
    columns.flatMap((title) => (infobloxColumns(kind, type)?.[title] ? [] : [title])),
  );
  const ignored = [...new Set(left)].filter((title) => !titles.includes(title));
  return {
    kind,
    titles: [...titles, ...ignored],
    columns: [...titles, ...ignored.map(() => '-')],
    source: { ...source, preset: 'infoblox' },
    rows: () => records(kind, rows(), { titles, ignored: ignored.length, types: new Set(used.map(({ type }) => type)) }),
  };
}

async function blocksIn(rows: Rows): Promise<readonly Block[]> {
  const blocks = new Map<string, Block>();
  try {
    for await (const chunk of rows())
      for (const { cells } of chunk) {
        const block = blockOf(cells);
        if (block && !blocks.has(block.type)) blocks.set(block.type, block);
      }
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error; // a second read reports this error with its row
  }
  return [...blocks.values()];
}

/** Parses a header row. A star marks required columns. @returns undefined for other rows */
function blockOf(cells: readonly unknown[]): Block | undefined {
  const [first = '', ...columns] = cells.map((cell) => String(cell).trim());
  if (!marker.test(first)) return undefined;
  return { type: first.replace(marker, '').toLowerCase(), columns: columns.map((title) => title.replace('*', '').toLowerCase()) };
}

interface Expected {
  readonly titles: readonly string[];
  readonly ignored: number;
  readonly types: ReadonlySet<string>;
}

async function* records(
  kind: RowKind,
  rows: AsyncIterable<readonly InputRow[]>,
  { titles, ignored, types }: Expected,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  const blocks = new Map<string, Block>();
  const blank = Array.from({ length: ignored }, () => '');
  for await (const chunk of rows) {
    const found = chunk.flatMap(({ row, cells }): InputRow[] => {
      const header = blockOf(cells);
      if (header) blocks.set(header.type, header);
      if (header || cells.every((cell) => String(cell).trim() === '')) return [];
      const type = String(cells[0]).trim().toLowerCase();
      const block = blocks.get(type);
      if (!block || !types.has(type)) return [{ row, cells: [], skipReason: skipReason(kind, type, block) }];
      const records = recordsOf(kind, block, cells);
      if (records.length === 0) return [{ row, cells: [], skipReason: 'has no address' }];
      return records.map((record) => ({ row, cells: [...titles.map((title) => record.get(title) ?? ''), ...blank] }));
    });
    if (found.length > 0) yield found;
  }
}

/** Why rows of a type are not records of a kind. */
function skipReason(kind: RowKind, type: string, block: Block | undefined): string {
  const name = listed([type]);
  if (!block) return `no header row precedes this row of the type ${name}`;
  return infobloxColumns(kind, type)
    ? `its addresses are read from the rows of the type ${hostAddressType}`
    : `the type ${name} is not imported as ${rowWord(kind)}`;
}

/** A host record becomes a record for each of its addresses. */
function recordsOf(kind: RowKind, { type, columns }: Block, [, ...cells]: readonly unknown[]): ReadonlyMap<string, string>[] {
  const ours = infobloxColumns(kind, type) ?? {};
  const record = new Map<string, string>();
  const addresses: string[] = [];
  for (const [index, title] of columns.entries()) {
    const name = ours[title];
    const cell = String(cells[index] ?? '').trim();
    if (name === 'ip') addresses.push(...cell.split(',').filter((each) => each.trim() !== ''));
    else if (name !== undefined && cell !== '') record.set(name, cell);
  }
  if (!Object.values(ours).includes('ip')) return [record];
  return (addresses.length === 0 && type !== hostType ? [''] : addresses).map((ip) => new Map(record).set('ip', ip.trim()));
}
