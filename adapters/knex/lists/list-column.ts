import { isText, type ListField } from '../../../domain/listing/list-field.js';
import { comparedAs } from '../records/field-columns.js';
import type { RecordTable } from '../records/record-table.js';

export interface ListColumn {
  /** Expression over the row `t`; texts have their case folded. Null where the field is not set. */
  readonly sql: string;
  /** Texts for the question marks of the expression. */
  readonly texts: readonly string[];
  readonly type: string;
}

/** Columns with folded texts, in the order of an index of the rows that have them. */
const foldedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  addresses: { hostname: 't.hostname_key', mac: 't.mac' },
};

/** The indexed column of a field, if an index lists the rows with the field in its order. */
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

/**
 * A text with its case folded. PostgreSQL does not inline fold_case; for ASCII the call takes five times as long as the folding.
 */
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
