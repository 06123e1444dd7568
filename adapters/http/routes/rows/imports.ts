import type { Application } from '../../../../application/index.js';
import type { ImportRowError } from '../../../../application/ports/imports.js';
import type { ListedImport } from '../../../../application/transfer/rows/import-jobs.js';
import type { CsvTables } from '../../../../application/transfer/rows/table.js';
import { isRowKind } from '../../../../domain/transfer/columns.js';
import { importFields } from '../../../../domain/transfer/import-job.js';
import type { Answer, PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { AnswerSlots } from '../../slots.js';
import type { WireObject } from '../../wire/wire-value.js';
import { readMembers, showMembers } from '../admin/members.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { importDocs as docs } from './import-docs.js';
import { reportRefused } from './report.js';
import { readTable, textOf } from './table.js';

const get = reading('ownImports');
const write = writing('ownImports');

const limits = { ofClient: 2, ofAll: 4, cutAfter: 120_000 };

const shown = (job: ListedImport) => showMembers(importFields, job);

/** /imports/: imports whose rows are written in the background. */
export function importsController({ importJobs }: Application, csv?: CsvTables): Controller {
  const slots = new AnswerSlots(limits);
  return {
    names: ['imports'],
    routes: [
      get('/', docs.list, async ({ caller }) => ({ data: (await importJobs.list(caller)).map(shown), isLong: true })),
      get(
        '/:id/refused',
        docs.refused,
        slots.limiting((request) => refusedRows({ importJobs }, csv, request)),
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
        slots.limiting((request) => addRows({ importJobs }, csv, request)),
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

async function addRows(
  { importJobs }: Pick<Application, 'importJobs'>,
  csv: CsvTables | undefined,
  request: ApiRequest,
): Promise<PlainAnswer> {
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

const csvType = 'text/csv';

async function refusedRows(
  { importJobs }: Pick<Application, 'importJobs'>,
  csv: CsvTables | undefined,
  { caller, parameters, accept, language, path: { id = '' } }: ApiRequest,
): Promise<Answer> {
  const messageOf = ({ message, german }: ImportRowError) => (language === 'de' ? (german ?? message) : message);
  const format = textOf('format', parameters.format) ?? (accept.includes(csvType) ? 'csv' : 'json');
  if (format !== 'csv' && format !== 'json') throw new RequestError('rows.format');
  if (format === 'json' || !csv) {
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
