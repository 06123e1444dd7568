import { isText, type ListField } from '../../../domain/listing/list-field.js';
import { comparedAs } from '../records/field-columns.js';
import type { RecordTable } from '../records/record-table.js';

export interface ListColumn {
  /** SQL expression on the row `t`, with case-folded texts; null if the field is unset. */
  readonly sql: string;
  /** Values of the question marks in the expression. */
  readonly texts: readonly string[];
  readonly type: string;
}

/** Columns with case-folded texts that have an index of the rows with a value. */
const foldedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  addresses: { hostname: 't.hostname_key', mac: 't.mac' },
};

/** Returns the indexed column of a field, if an index orders the rows with the field; otherwise undefined. */
export function indexedWhereSet({ name: table }: RecordTable, { name, of }: ListField): string | undefined {
  if (of !== 'field') return undefined;
  return table === 'subnets' && name === 'prefix' ? 't.network' : foldedColumns[table]?.[name];
}

export function listColumn(table: RecordTable, field: ListField): ListColumn {
  const { name, of, definition } = field;
  if (of === 'id') return { sql: 't.id', texts: [], type: 'bigint' };
  if (of === 'maskLength') return { sql: 'masklen(t.network)', texts: [], type: 'bigint' };
  if (of === 'custom') return customColumn(field);
  const { column } = table.column(name);
  if (!isText(field)) return { sql: `t."${column}"`, texts: [], type: comparedAs(definition) };
  return { sql: foldedColumns[table.name]?.[name] ?? folded(`t."${column}"`), texts: [], type: 'text' };
}

/** Folds case for ASCII without a function call. PostgreSQL does not inline fold_case, whose call takes five times as long. */
const folded = (text: string): string =>
  `(case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else fold_case(${text}) end collate "C")`;

/** Custom values are JSON, which also orders numbers and booleans. */
function customColumn(field: ListField): ListColumn {
  const { name, definition } = field;
  if (['integer', 'number', 'flag', 'reference'].includes(definition.type))
    return { sql: `nullif(t.custom->?::text, 'null')`, texts: [name], type: 'jsonb' };
  const text = 't.custom->>?::text';
  if (!isText(field)) return { sql: `((${text}) collate "C")`, texts: [name], type: 'text' };
  return { sql: folded(`(${text})`), texts: [name, name, name, name], type: 'text' };
}

/** The lowest text above all texts with a prefix; undefined if there is none. */
export function successorOf(text: string): string | undefined {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === highestPoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last + 1 === firstSurrogate ? lastSurrogate + 1 : last + 1);
}

const highestPoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;
