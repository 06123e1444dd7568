import type { Application } from '../../../../application/index.js';
import { noPreset, presetNames } from '../../../../application/transfer/rows/presets.js';
import type { CsvTables, RowOptions, RowReport } from '../../../../application/transfer/rows/table.js';
import { isRowKind, type RowKind, rowKinds } from '../../../../domain/transfer/columns.js';
import type { Answer, PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import {
  flagInput,
  listOf,
  objectOf,
  ofTypes,
  onlyInStrings,
  refTo,
  type Schema,
  text,
  withNumbers,
  wordOf,
} from '../../openapi/schema.js';
import { RequestError } from '../../request-error.js';
import { AnswerSlots } from '../../slots.js';
import type { WireObject } from '../../wire/wire-value.js';
import { readFlag } from '../common/bulk.js';
import { getOpen, getVisible, writing } from '../route.js';
import { reportRefused, rowReport } from './report.js';
import { csvType, formatOf, readTable, tableLimits, textOf, textsOf } from './table.js';

const rowPath = { kind: wordOf(rowKinds, 'Kind of the records.') };

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

/** Concurrent imports and exports: each reads the names of all records that rows may reference. */
const limits = { ofClient: 2, ofAll: 4, cutAfter: 120_000 };

/** /rows/: records as table rows. */
export function rowsController(application: Application, csv?: CsvTables): Controller {
  const slots = new AnswerSlots(limits);
  return {
    names: ['rows'],
    path: rowPath,
    routes: [
      getOpen('/:kind/columns{/*rest}', rowDocs.columns, (request) => describe(application, request)),
      getVisible(
        '/:kind{/*rest}',
        rowDocs.read,
        slots.limiting((request) => exported(application, csv, request)),
      ),
      writing('change')(
        'POST',
        '/:kind{/*rest}',
        rowDocs.write,
        { 'field.unknown': 'rows.column' },
        slots.limiting((request) => imported(application, csv, request)),
      ),
    ],
  };
}

/** @throws RequestError rows.kind */
function kindOf({ path: { kind = '' } }: ApiRequest): RowKind {
  if (!isRowKind(kind)) throw new RequestError('rows.kind', { kind });
  return kind;
}

async function describe({ rowColumns }: Application, request: ApiRequest): Promise<PlainAnswer> {
  const titles = textsOf('titles', request.parameters.titles ?? []);
  const preset = textOf('preset', request.parameters.preset);
  const kind = kindOf(request);
  const { columns, meanings, ...found } = await reportRefused(
    () => rowColumns.describe(request.caller, kind, titles, preset),
    request,
  );
  return {
    data: {
      preset: found.preset,
      presets: [...found.presets],
      columns: columns.map(({ aliases, ...column }) => ({ ...column, aliases: [...aliases] })),
      titles: titles.map((title, index) => ({ title, column: meanings[index] ?? null })),
    },
  };
}

async function exported({ rowExport }: Application, csv: CsvTables | undefined, request: ApiRequest): Promise<Answer> {
  const { caller, parameters } = request;
  const { columns, rows } = await rowExport.table(caller, kindOf(request), textOf('section', parameters.section));
  if (formatOf(request) === 'csv' && csv) return { texts: csv.write(columns, rows), contentType: csvType };
  return { values: recordsOf(columns, rows) };
}

async function* recordsOf(
  columns: readonly string[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<WireObject> {
  for await (const chunk of rows)
    for (const cells of chunk) yield Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
}

async function imported({ rowImport }: Application, csv: CsvTables | undefined, request: ApiRequest): Promise<PlainAnswer> {
  const { parameters } = request;
  const kind = kindOf(request);
  const options: RowOptions = {
    updates: readFlag('update', parameters.update),
    inBatches: readFlag('batches', parameters.batches),
    createsMissing: readFlag('create_missing', parameters.create_missing),
    section: textOf('section', parameters.section),
    vrf: textOf('vrf', parameters.vrf),
  };
  const table = await reportRefused(() => readTable(kind, csv, request, options), request);
  const reported = { source: table.source, language: request.language };
  return reportRefused(
    () =>
      request.write(
        (caller) => rowImport.run(caller, [table], options),
        (report: RowReport) => ({ data: rowReport(report, reported) }),
      ),
    reported,
  );
}
