import type { QueryClient } from '@tanstack/react-query';
import type { AnyRecord } from './client';
import { columnTitle, type FieldDescription, isNamedById, type KindDescription, titleOf } from './kinds';
import { type AddressQuery, allOf } from './lists';
import { kindsQuery, recordsQuery } from './queries';

/** Fields with the position of a record. Address and subnet files omit them, because other columns contain the position. */
const positions: readonly string[] = ['subnetId', 'sectionId', 'masterSubnetId', 'isFolder', 'vlanId'];
/** Types that are derived or do not fit in a cell. */
const unwritten: readonly string[] = ['permissions', 'objects', 'timestamp'];

export async function addressFile(queries: QueryClient, { subnet, sort, where }: AddressQuery): Promise<string> {
  const fields = await importableFields(queries, 'address');
  const records = await allOf(`subnets/${subnet}/addresses`, [['sort', sort], ...where]);
  return csvOf(await columnsOf(queries, fields), records);
}

export async function networkFile(queries: QueryClient, section: number): Promise<string> {
  const fields = await importableFields(queries, 'subnet');
  const records = await allOf('subnets', [['filter[sectionId]', String(section)]]);
  const network: ExportColumn = { title: 'Network', text: ({ subnet, mask }) => `${subnet}/${mask}` };
  return csvOf([network, await vlanColumn(queries, records), ...(await columnsOf(queries, fields))], records);
}

export async function recordFile(queries: QueryClient, kind: KindDescription): Promise<string> {
  const fields = kind.fields.filter(({ type, isSecret }) => !unwritten.includes(type) && !isSecret);
  return csvOf(await columnsOf(queries, fields), await allOf(kind.path));
}

async function importableFields(queries: QueryClient, kind: 'address' | 'subnet'): Promise<readonly FieldDescription[]> {
  const kinds = await queries.fetchQuery(kindsQuery);
  const fields = kinds.find(({ name }) => name === kind)?.fields ?? [];
  return fields.filter(
    ({ name, type, isReadOnly }) => !isReadOnly && ![...unwritten, 'prefix'].includes(type) && !positions.includes(name),
  );
}

async function columnsOf(queries: QueryClient, fields: readonly FieldDescription[]): Promise<readonly ExportColumn[]> {
  return Promise.all(
    fields.map(async (field): Promise<ExportColumn> => {
      const { name } = field;
      const names = await namesOf(queries, field.refersTo);
      return { title: columnTitle(name), text: (record) => textOf(field, String(record[name] ?? ''), names) };
    }),
  );
}

function textOf({ refersTo }: FieldDescription, value: string, names: ReadonlyMap<string, string>): string {
  if (refersTo === null) return value;
  return value === '0' ? '' : (names.get(value) ?? value);
}

/** Returns unique names by id. Numeric names are omitted, because the import would read them as ids. */
async function namesOf(queries: QueryClient, sort: string | null): Promise<ReadonlyMap<string, string>> {
  const kind = (await queries.fetchQuery(kindsQuery)).find(({ name }) => name === sort);
  if (!kind || isNamedById(kind.name)) return new Map();
  const records = await queries.fetchQuery(recordsQuery(kind.path));
  const byName = Map.groupBy(records, (record) => titleOf(record).toLowerCase());
  return new Map(
    records
      .filter((record) => byName.get(titleOf(record).toLowerCase())?.length === 1 && !/^#?\d+$|^name:/.test(titleOf(record)))
      .map((record) => [String(record[kind.idName]), titleOf(record)]),
  );
}

/** Returns VLANs by number, with the L2 domain if the number is ambiguous. */
async function vlanColumn(queries: QueryClient, records: readonly AnyRecord[]): Promise<ExportColumn> {
  if (!records.some(({ vlanId }) => Number(vlanId) > 0)) return { title: 'VLAN number', text: () => '' };
  const [vlans, domains] = await Promise.all([
    queries.fetchQuery(recordsQuery('vlan')),
    queries.fetchQuery(recordsQuery('l2domains')),
  ]);
  const byNumber = Map.groupBy(vlans, ({ number }) => String(number));
  const numbers = new Map(
    vlans.map((vlan) => {
      const number = String(vlan.number);
      const domain = domains.find(({ id }) => String(id) === String(vlan.domainId));
      const isOnly = byNumber.get(number)?.length === 1 || !domain;
      return [String(vlan.vlanId ?? vlan.id), isOnly ? number : `${titleOf(domain)}/${number}`];
    }),
  );
  return { title: 'VLAN number', text: ({ vlanId }) => numbers.get(String(vlanId)) ?? '' };
}

export interface ExportColumn {
  readonly title: string;
  readonly text: (record: AnyRecord) => string;
}

/** Returns records as CSV with a UTF-8 byte order mark. Omits columns that are empty in all records, except the first column. */
export function csvOf(columns: readonly ExportColumn[], records: readonly AnyRecord[]): string {
  const shown = columns.filter(({ text }, index) => index === 0 || records.some((record) => text(record) !== ''));
  const lines = records.map((record) => lineOf(shown.map(({ text }) => text(record))));
  return `\uFEFF${[lineOf(shown.map(({ title }) => title)), ...lines].join('\r\n')}\r\n`;
}

const lineOf = (cells: readonly string[]): string => cells.map((cell) => quoted(withGuard(cell))).join(',');

const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Matches cells that spreadsheets execute as formulas, also with full-width and small signs. `withGuard` puts an apostrophe, which
 * spreadsheets hide, before these cells, except numbers. If apostrophes already precede the sign, it adds another one, so that the
 * import can remove it. `hexipam export csv` uses the same rule.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
