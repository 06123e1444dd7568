import type { Application } from '../../../../application/index.js';
import type { ImportRowError } from '../../../../application/ports/imports.js';
import type { ImportJobs, ListedImport } from '../../../../application/transfer/rows/import-jobs.js';
import type { CsvTables } from '../../../../application/transfer/rows/table.js';
import { isRowKind } from '../../../../domain/transfer/columns.js';
import { importFields, maxImportRows, maxImportsOfUser } from '../../../../domain/transfer/import-job.js';
import type { Answer, PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, ofTypes, onlyInStrings, refTo, value } from '../../openapi/schema.js';
import { RequestError } from '../../request-error.js';
import { AnswerSlots } from '../../slots.js';
import type { WireObject } from '../../wire/wire-value.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from '../admin/member-schemas.js';
import { readMembers, showMembers } from '../admin/members.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { reportRefused } from './report.js';
import { rowDocs } from './routes.js';
import { csvType, formatOf, readTable, tableLimits, textOf } from './table.js';

const importSchema = memberOutputSchemas(importFields);
const tried = memberOutputSchemas(withoutNumber(importFields));
const importPath = {
  id: { description: 'ID of the import.', type: 'string', pattern: '^[1-9]\\d*$', examples: ['1'] },
} as const;
const unknown = ['administration.unknown'] as const;

const { mapping, preset, skip_unknown, map, columns, rows } = rowDocs.write.input.members;
const firstRow = ofTypes(['integer', 'string'], {
  description:
    'Row number in the file of the first row of the body, for messages: from 1; by default the row after those of earlier requests, or 2.',
});
const options = { mapping, preset, skip_unknown, map, first_row: firstRow };

const docs = {
  list: {
    id: 'listImports',
    summary: 'List imports',
    text: 'The imports of the user, newest first. Each has the number of its rows and of those that were written or refused.',
    answer: shows(listOf(importSchema)),
  },
  read: {
    id: 'getImport',
    summary: 'Get an import',
    text: 'The state and the progress of an import.',
    answer: shows(importSchema),
    errors: unknown,
  },
  refused: {
    id: 'listRefusedRows',
    summary: 'List refused rows of an import',
    text: 'Returns the errors of refused rows, by row number. As CSV, returns the cells of these rows with the errors in the last column, for correction and another import.',
    query: {
      format: onlyInStrings({ description: 'Format of the response; overrides the header `Accept`.', enum: ['json', 'csv'] }),
      limit: onlyInStrings(
        ofTypes(['integer', 'string'], { description: 'Largest number of refused rows in JSON, from 1; by default all rows.' }),
      ),
    },
    answer: {
      shows: 'plain',
      data: listOf(
        objectOf({
          row: value('integer', 'Row number in the file.'),
          column: refTo('textOrNull', 'Title of the column; null for an error without a column.'),
          message: { type: 'string' },
        }),
      ),
      alsoAs: { 'text/csv': { description: 'CSV as of RFC 4180 in UTF-8; the first row contains the names.', type: 'string' } },
    },
    errors: [...unknown, 'rows.table', 'rows.format'],
  },
  add: {
    id: 'createImport',
    summary: 'Create an import',
    text: `Creates an import without rows, for files of up to ${maxImportRows} rows. Add rows, then start it: the service writes the rows in the background, also while the client is away and after a restart. A user has at most ${maxImportsOfUser} imports; a new one replaces the oldest that has ended. Keys cannot create imports: they use \`POST /rows/{kind}/\`.`,
    input: { members: memberInputSchemas(importFields, 'create'), required: requiredIn(importFields) },
    answer: { shows: 'created', opens: 'imports', message: 'Import created', data: importSchema, dryRunData: tried },
    errors: ['provision.invalid'],
  },
  addRows: {
    id: 'addImportRows',
    summary: 'Add rows to an import',
    text: `Appends rows, in the formats of \`POST /rows/{kind}/\`: JSON, or a file with its titles. All requests have the same columns. A request has at most ${tableLimits.rowsInBatches} rows. With an \`Idempotency-Key\`, a repeated request adds its rows once.`,
    query: Object.fromEntries(Object.entries(options).map(([name, schema]) => [name, onlyInStrings(schema)])),
    input: {
      members: { columns, rows, ...options },
      others: {},
      alsoAs: { 'text/csv': { description: 'Table with the column names in the first row.', type: 'string' } },
    },
    answer: { shows: 'plain', message: 'Rows added', data: importSchema },
    errors: [...unknown, 'import.state', 'rows.column', 'rows.table'],
  },
  start: {
    id: 'startImport',
    summary: 'Start an import',
    text: 'Starts to write the rows, or continues a stopped or failed import with the remaining rows. The rows are written with the permissions that the user has at that time. Rows with errors are refused, all other rows are written: addresses in transactions of 50 rows, other records of at most 50.',
    answer: { shows: 'plain', message: 'Import started', data: importSchema },
    errors: [...unknown, 'import.state'],
  },
  stop: {
    id: 'stopImport',
    summary: 'Stop an import',
    text: 'Written rows remain. A stopped import can be continued.',
    answer: { shows: 'plain', message: 'Import stopped', data: importSchema },
    errors: [...unknown, 'import.state'],
  },
  remove: {
    id: 'deleteImport',
    summary: 'Delete an import',
    text: 'Deletes the import with its rows and the list of refused rows. Written records remain. A running import must be stopped first.',
    answer: { shows: 'plain', message: 'Import deleted' },
    errors: [...unknown, 'import.state'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const get = reading('ownImports');
const write = writing('ownImports');

const limits = { ofClient: 2, ofAll: 4, cutAfter: 120_000 };

const shown = (job: ListedImport) => showMembers(importFields, job);

/** /imports/: imports whose rows are written in the background. */
export function importsController({ importJobs }: Application, csv?: CsvTables): Controller {
  const slots = new AnswerSlots(limits);
  return {
    names: ['imports'],
    path: importPath,
    routes: [
      get('/', docs.list, async ({ caller }) => ({ data: (await importJobs.list(caller)).map(shown), isLong: true })),
      get(
        '/:id/refused',
        docs.refused,
        slots.limiting((request) => refusedRows(importJobs, csv, request)),
      ),
      get('/:id', docs.read, async ({ caller, path: { id = '' } }) => ({ data: shown(await importJobs.read(caller, id)) })),
      write('POST', '/', docs.add, ({ parameters, write: writeOnce }) =>
        writeOnce(
          (caller) => importJobs.add(caller, readMembers(importFields, parameters)),
          (job) => ({ status: 201, message: 'Import created', id: job.id, data: shown(job), location: `imports/${job.id}/` }),
        ),
      ),
      write(
        'POST',
        '/:id/rows',
        docs.addRows,
        { 'field.unknown': 'rows.column' },
        slots.limiting((request) => addRows(importJobs, csv, request)),
      ),
      write('POST', '/:id/start', docs.start, ({ path: { id = '' }, write: writeOnce }) =>
        writeOnce((caller) => importJobs.start(caller, id), changed('Import started')),
      ),
      write('POST', '/:id/stop', docs.stop, ({ path: { id = '' }, write: writeOnce }) =>
        writeOnce((caller) => importJobs.stop(caller, id), changed('Import stopped')),
      ),
      write('DELETE', '/:id', docs.remove, ({ path: { id = '' }, write: writeOnce }) =>
        writeOnce((caller) => importJobs.remove(caller, id), confirmed('Import deleted')),
      ),
    ],
  };
}

const changed =
  (message: string) =>
  (job: ListedImport): PlainAnswer => ({ message, data: shown(job) });

async function addRows(importJobs: ImportJobs, csv: CsvTables | undefined, request: ApiRequest): Promise<PlainAnswer> {
  const { caller, parameters, path } = request;
  const { id = '' } = path;
  const { kind } = await importJobs.read(caller, id);
  if (!isRowKind(kind)) throw new RequestError('rows.kind', { kind });
  const firstRow = countIn('first_row', parameters.first_row);
  const table = await reportRefused(() => readTable(kind, csv, request, { inBatches: true }), request);
  return reportRefused(
    () => request.write((writer) => importJobs.addRows(writer, id, table, firstRow), changed('Rows added')),
    request,
  );
}

/** The largest row number in a file. */
const maxRowNumber = 10_000_000;

/** A parameter of at least 1; undefined if absent. @throws RequestError rows.table */
function countIn(name: 'first_row' | 'limit', value: unknown): number | undefined {
  const text = textOf(name, value);
  if (text === undefined) return undefined;
  const number = /^[1-9]\d{0,7}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > maxRowNumber)
    throw new RequestError('rows.table', { problem: `${name} is a number from 1 to ${maxRowNumber}` });
  return number;
}

async function refusedRows(
  importJobs: ImportJobs,
  csv: CsvTables | undefined,
  { caller, parameters, accept, language, path: { id = '' } }: ApiRequest,
): Promise<Answer> {
  const messageOf = ({ message, german }: ImportRowError) => (language === 'de' ? (german ?? message) : message);
  if (formatOf({ parameters, accept }) === 'json' || !csv) {
    const max = countIn('limit', parameters.limit);
    return { values: errorsOf(await importJobs.rowErrors(caller, id, max), messageOf) };
  }
  const { columns, rows } = await importJobs.refusedRows(caller, id, messageOf);
  return { texts: csv.write(columns, rows()), contentType: csvType };
}

async function* errorsOf(
  errors: AsyncIterable<ImportRowError>,
  messageOf: (error: ImportRowError) => string,
): AsyncGenerator<WireObject> {
  for await (const error of errors) yield { row: error.row, column: error.column, message: messageOf(error) };
}
