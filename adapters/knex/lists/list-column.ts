import { isText, type ListField } from '../../../domain/listing/list-field.js';
import { comparedAs } from '../records/field-columns.js';
import type { RecordTable } from '../records/record-table.js';

/** What a field of a list is in SQL. */
export interface ListColumn {
  /** Expression over the row `t`; a text in the form in which case makes no difference. Null where nothing is set. */
  readonly sql: string;
  /** Texts that stand in the expression for its question marks. */
  readonly texts: readonly string[];
  /** Type of the values that it is compared with. */
  readonly type: string;
}

/** Columns that hold a text in that form already, in the order of an index of the rows in which they are set. */
const foldedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  addresses: { hostname: 't.hostname_key', mac: 't.mac' },
};

/** Where the rows in which a field is set come out of an index in its order. */
export function indexedWhereSet({ name: table }: RecordTable, { name, of }: ListField): string | undefined {
  if (of !== 'field') return undefined;
  return table === 'subnets' && name === 'prefix' ? 't.network' : foldedColumns[table]?.[name];
}

/** The column, or the expression, of a field. */
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
 * A text with its case folded, four times over in the expression. To call fold_case takes five times as long as what it does to
 * ASCII, as PostgreSQL does not put its text in the place of the call.
 */
const folded = (text: string): string =>
  `(case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else fold_case(${text}) end collate "C")`;

/** Custom values are JSON, which has an order for numbers and for truth values too. */
function customColumn(field: ListField): ListColumn {
  const { name, definition } = field;
  if (['integer', 'number', 'flag', 'reference'].includes(definition.type))
    return { sql: `nullif(t.custom->?::text, 'null')`, texts: [name], type: 'jsonb' };
  const text = 't.custom->>?::text';
  if (!isText(field)) return { sql: `((${text}) collate "C")`, texts: [name], type: 'text' };
  return { sql: folded(`(${text})`), texts: [name, name, name, name], type: 'text' };
}
