import { type RowKind, rowWord } from '../../../domain/transfer/columns.js';
import { SourceError } from '../../ports/register.js';
import {
  findPreset,
  isAbsent,
  kindsOfPreset,
  noPreset,
  presetColumn,
  presetNames,
  presetValue,
  type RowPreset,
  recognizedPreset,
} from './presets.js';
import { type ColumnMapping, type InputRow, mappedColumns, type RowMapping, type RowTable, requireTitles } from './table.js';

/** Maximum number of entries of a mapping, and of characters per entry. */
const maxEntries = 1000;
const maxText = 1000;

type Texts = Readonly<Record<string, string>>;

/**
 * Maps the columns and values of a table. A preset is named by the mapping, or recognized by the titles.
 * The columns and values of the mapping replace those of the preset.
 * @throws SourceError for an unknown preset, unknown titles in the mapping, and titles beyond the limits
 */
export function mappedTable(table: RowTable, mapping: RowMapping = {}): RowTable {
  requireTitles(table.titles);
  const preset = table.source?.preset === undefined ? presetFor(table.kind, table.titles, mapping.preset) : undefined;
  const mapped = mapping.columns ?? {};
  const names = mappedColumns(table.titles, mapped);
  const isMapped = (index: number): boolean => Array.isArray(mapped) || Object.hasOwn(mapped, table.titles[index] ?? '');
  const columns = names.map((name, index) =>
    isMapped(index) ? name : ((preset && presetColumn(preset, name)) ?? table.columns[index] ?? name),
  );
  const spelling = { ...preset, values: mergedValues(preset?.values, mapping.values) };
  const isSame = preset === undefined && mapping.values === undefined;
  return {
    ...table,
    columns,
    ...((mapping.skipUnknown || preset) && { skipsUnknown: true }),
    source: { ...table.source, ...(preset && { preset: preset.name }) },
    rows: isSame ? () => table.rows() : () => translated(table.rows(), columns, spelling),
  };
}

type Values = NonNullable<RowMapping['values']>;

const mergedValues = (ofPreset: Values = {}, own: Values = {}): Values => ({
  ...ofPreset,
  ...Object.fromEntries(Object.entries(own).map(([column, texts]) => [column, { ...ofPreset[column], ...texts }])),
});

/**
 * The preset with a name. Without a name, the preset recognized by the titles, if any. undefined for `none`.
 * @throws SourceError for an unknown name, or a preset for other kinds
 */
export function presetFor(kind: RowKind, titles: readonly string[], name?: string): RowPreset | undefined {
  if (name === noPreset) return undefined;
  if (name === undefined) return recognizedPreset(kind, titles);
  const preset = findPreset(kind, name);
  if (preset) return preset;
  if (!presetNames.includes(name))
    throw new SourceError(`there is no preset ${name}; known are ${presetNames.join(', ')}, ${noPreset}`);
  const kinds = kindsOfPreset(name).map(rowWord).join(', ');
  throw new SourceError(`the preset ${name} is for ${kinds}, not for ${rowWord(kind)}`);
}

async function* translated(
  rows: AsyncIterable<readonly InputRow[]>,
  columns: readonly string[],
  preset: Pick<RowPreset, 'values' | 'convert' | 'absent'>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  const absentCell = ({ cells }: InputRow): number =>
    cells.findIndex((cell, index) => typeof cell === 'string' && isAbsent(preset, columns[index] ?? '', cell));
  const cellOf = (cell: unknown, index: number): unknown =>
    typeof cell === 'string' ? presetValue(preset, columns[index] ?? '', cell) : cell;
  const recordOf = (entry: InputRow): InputRow => {
    const { row, cells, skipReason } = entry;
    if (skipReason !== undefined) return entry;
    const absent = absentCell(entry);
    if (absent >= 0) return { row, cells: [], skipReason: `${columns[absent]} is ${cells[absent]}: the row contains no record` };
    return { row, cells: cells.map(cellOf) };
  };
  for await (const entries of rows) yield entries.map(recordOf);
}

/**
 * Reads a mapping from JSON: `{ "preset", "columns": { TITLE: COLUMN }, "values": { COLUMN: { THEIRS: OURS } }, "skipUnknown" }`.
 * @throws SourceError for any other value
 */
export function readRowMapping(value: unknown): RowMapping {
  const members = objectIn(value, 'a mapping');
  const known = ['preset', 'columns', 'values', 'skipUnknown'];
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new SourceError(`a mapping can contain only ${known.join(', ')}, not ${unknown}`);
  const { preset, columns, values, skipUnknown } = members;
  if (preset !== undefined && typeof preset !== 'string') throw new SourceError('preset of a mapping must be a name');
  if (skipUnknown !== undefined && typeof skipUnknown !== 'boolean')
    throw new SourceError('skipUnknown of a mapping must be true or false');
  return {
    ...(preset !== undefined && { preset }),
    ...(columns !== undefined && { columns: columnsIn(columns) }),
    ...(values !== undefined && { values: valuesIn(values) }),
    ...(skipUnknown !== undefined && { skipUnknown }),
  };
}

function columnsIn(value: unknown): ColumnMapping {
  if (!Array.isArray(value)) return textsIn(value, 'columns of a mapping');
  if (value.length > maxEntries || !value.every(isText)) throw new SourceError('columns of a mapping must be names');
  return value;
}

const valuesIn = (value: unknown): Readonly<Record<string, Texts>> =>
  Object.fromEntries(
    Object.entries(objectIn(value, 'values of a mapping')).map(([column, values]) => {
      const texts = Object.entries(textsIn(values, `values of ${column}`));
      return [column, Object.fromEntries(texts.map(([theirs, ours]) => [theirs.trim().toLowerCase(), ours]))];
    }),
  );

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxText;

function textsIn(input: unknown, what: string): Texts {
  const entries = Object.entries(objectIn(input, what)).map(([name, value]): [string, string] => {
    if (!isText(value)) throw new SourceError(`${what}: ${name} must be a text of at most ${maxText} characters`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

function objectIn(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SourceError(`${what} must be a JSON object`);
  const entries = Object.entries(value);
  if (entries.length > maxEntries) throw new SourceError(`${what} has more than ${maxEntries} members`);
  return Object.fromEntries(entries);
}
