import { importFields, maxImportRows, maxImportsOfUser } from '../../../../domain/transfer/import-job.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, ofTypes, onlyInStrings, refTo, value } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from '../admin/member-schemas.js';
import { rowDocs } from './docs.js';
import { tableLimits } from './table.js';

const shown = memberOutputSchemas(importFields);
const tried = memberOutputSchemas(withoutNumber(importFields));
export const importPath = {
  id: { description: 'ID of the import.', type: 'string', pattern: '^[1-9]\\d*$', examples: ['1'] },
} as const;
const unknown = ['administration.unknown'] as const;

const { mapping, preset, skip_unknown, map, columns, rows } = rowDocs.write.input.members;
const firstRow = ofTypes(['integer', 'string'], {
  description:
    'Row number in the file of the first row of the body, for messages: from 1; by default the row after those of earlier requests, or 2.',
});
const options = { mapping, preset, skip_unknown, map, first_row: firstRow };

export const importDocs = {
  list: {
    id: 'listImports',
    summary: 'List imports',
    text: 'The imports of the user, newest first. Each has the number of its rows and of those that were written or refused.',
    answer: shows(listOf(shown)),
  },
  read: {
    id: 'getImport',
    summary: 'Get an import',
    text: 'The state and the progress of an import.',
    answer: shows(shown),
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
    answer: { shows: 'created', opens: 'imports', message: 'Import created', data: shown, dryRunData: tried },
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
    answer: { shows: 'plain', message: 'Rows added', data: shown },
    errors: [...unknown, 'import.state', 'rows.column', 'rows.table'],
  },
  start: {
    id: 'startImport',
    summary: 'Start an import',
    text: 'Starts to write the rows, or continues a stopped or failed import with the remaining rows. The rows are written with the permissions that the user has at that time. Rows with errors are refused, all other rows are written: addresses in transactions of 50 rows, other records of at most 50.',
    answer: { shows: 'plain', message: 'Import started', data: shown },
    errors: [...unknown, 'import.state'],
  },
  stop: {
    id: 'stopImport',
    summary: 'Stop an import',
    text: 'Written rows remain. A stopped import can be continued.',
    answer: { shows: 'plain', message: 'Import stopped', data: shown },
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
