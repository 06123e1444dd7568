import { noPreset, presetNames } from '../../../../application/transfer/rows/presets.js';
import { rowKinds } from '../../../../domain/transfer/columns.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import {
  flagInput,
  listOf,
  objectOf,
  ofTypes,
  onlyInStrings,
  refTo,
  type Schema,
  withNumbers,
  wordOf,
} from '../../openapi/schema.js';
import { tableLimits } from './table.js';

const text: Schema = { type: 'string' };

const path = { kind: wordOf(rowKinds, 'Kind of the records.') };

const section: Schema = { ...text, description: 'Name or id of the section of the subnets and addresses.' };

const flag = (description: string): Schema => flagInput(description, '', null);

/** Import options: in the query for CSV, in the body for JSON rows. */
const options = {
  update: flag('1: rows update existing records; otherwise a row of an existing record is an error.'),
  batches: flag('1: addresses are written in several transactions to limit the time of locks, after a check of all rows.'),
  create_missing: flag(
    '1: sections, customers, locations, L2 domains, VLANs, VRFs and devices that rows name and that do not exist are created first, in the same transaction. Not with `batches`.',
  ),
  section: ofTypes(['string', 'integer'], { description: 'Section of rows without a section: name or id.' }),
  vrf: ofTypes(['string', 'integer'], { description: 'VRF of rows without a VRF: name or id; 0 for none.' }),
  mapping: withNumbers(
    {
      description:
        'Mapping of columns to fields: by title, `mapping[IP address]=ip`, or as a list of names in column order, `mapping[]=ip`; `-` skips a column.',
      type: ['object', 'array'],
      items: text,
    },
    { type: 'object', items: undefined, additionalProperties: text },
  ),
  preset: wordOf(
    [...presetNames, noPreset],
    'Preset of columns and values; without it, a preset is recognized by the titles. `none` selects no preset.',
  ),
  skip_unknown: flag('1: unknown columns are ignored.'),
  map: withNumbers(
    {
      description:
        'Mapping in the form of a mapping file: `{"preset", "columns", "values", "skipUnknown"}`; in the query as a JSON text. `mapping`, `preset` and `skip_unknown` replace its members.',
      type: ['object', 'string'],
    },
    { type: 'object', additionalProperties: {} },
  ),
} as const satisfies Readonly<Record<string, Schema>>;

export const rowDocs = {
  columns: {
    id: 'listRowColumns',
    summary: 'List columns of an import',
    text: 'Returns the supported columns. With `titles[]` the response also maps the titles of a file to columns, for a preview of the mapping before an import.',
    path,
    query: {
      preset: onlyInStrings(wordOf([...presetNames, noPreset], 'Preset; without it, a preset is recognized by the titles.')),
      titles: onlyInStrings({ description: 'Column titles of a file: `titles[]=IP address`.', ...listOf(text) }),
    },
    answer: shows(
      objectOf({
        preset: refTo('textOrNull', 'The named or recognized preset; null for none.'),
        presets: { description: 'Presets of the kind.', ...listOf(text) },
        columns: listOf(
          objectOf({
            name: text,
            aliases: { description: 'Other names of the column; case, blanks, `_` and `-` are ignored.', ...listOf(text) },
            isRequired: { description: 'Whether a new record requires the column.', type: 'boolean' },
            refersTo: refTo('textOrNull', 'Kind of the records to which cells refer by name or id; null for none.'),
          }),
        ),
        titles: listOf(objectOf({ title: text, column: refTo('textOrNull', 'Name of the column; null for none.') })),
      }),
    ),
    errors: ['rows.kind', 'rows.table'],
  },
  read: {
    id: 'exportRows',
    summary: 'Export records as rows',
    text: 'Returns all records visible to the caller in the format of an import; references are names. `Accept: text/csv` or `format=csv` selects CSV. Only exports of administrators include secrets.',
    path,
    query: {
      section,
      format: onlyInStrings({ description: 'Format of the response; overrides the header `Accept`.', enum: ['json', 'csv'] }),
    },
    answer: {
      shows: 'plain',
      data: listOf({ description: 'Cells by column name.', type: 'object', additionalProperties: text }),
      alsoAs: {
        'text/csv': { description: 'CSV as of RFC 4180 in UTF-8; the first row contains the column names.', type: 'string' },
      },
    },
    errors: ['rows.kind', 'rows.table', 'rows.format', 'field.reference', 'record.ambiguous'],
  },
  write: {
    id: 'importRows',
    summary: 'Import rows',
    text: `Imports all rows or none. A JSON body has \`columns\` and \`rows\`; a body of type \`text/csv\` is a file of any delimiter and encoding, with the parameters in the query. Each row passes the same checks as a request for its record. If a row has an error, nothing is written and \`data\` is a report. The status is then 409 if all errors are conflicts with stored records, 403 if the caller may not write a row, otherwise 400. \`dry_run=1\` writes nothing and returns the same report, with \`imported\` false and \`written\` 0. A request has at most ${tableLimits.rows} rows, with \`batches\` ${tableLimits.rowsInBatches} addresses, and a body of at most 1 MiB; larger files require several requests, each with the titles. Row numbers are those of a spreadsheet: the titles are row 1.`,
    path,
    query: Object.fromEntries(Object.entries(options).map(([name, schema]) => [name, onlyInStrings(schema)])),
    input: {
      members: {
        columns: { description: 'Column names.', ...listOf(ofTypes(['string', 'number'], {})) },
        rows: { description: 'Rows, each a list with one cell per column.', ...listOf(listOf({})) },
        ...options,
      },
      others: {},
      alsoAs: { 'text/csv': { description: 'Table with the column names in the first row.', type: 'string' } },
    },
    answer: shows(refTo('rowReport')),
    errors: [
      'rows.kind',
      'rows.column',
      'rows.table',
      'rows.refused',
      'rows.conflict',
      'rows.interrupted',
      'field.type',
      'field.reference',
      'record.ambiguous',
    ],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
