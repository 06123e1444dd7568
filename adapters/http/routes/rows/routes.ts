import type { Application } from '../../../../application/index.js';
import type { CsvTables, RowOptions, RowReport } from '../../../../application/transfer/rows/table.js';
import { isRowKind, type RowKind } from '../../../../domain/transfer/columns.js';
import type { Answer, PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { AnswerSlots } from '../../slots.js';
import type { WireObject } from '../../wire/wire-value.js';
import { readFlag } from '../common/bulk.js';
import { getOpen, getVisible, writing } from '../route.js';
import { rowDocs, rowPath } from './docs.js';
import { reportRefused, rowReport } from './report.js';
import { csvType, formatOf, readTable, textOf, textsOf } from './table.js';

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
