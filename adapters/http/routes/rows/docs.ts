import { rowKinds } from '../../../../domain/transfer/columns.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema } from '../../openapi/schema.js';
import { tableLimits } from './table.js';

const text: Schema = { type: 'string' };

const path = { kind: { description: 'What rows are records of.', enum: rowKinds } };

const section: Schema = { ...text, description: 'Only subnets and addresses of this section: name or id.' };

const flag = (description: string): Schema => ({ description, enum: [0, 1, '0', '1', true, false, 'true', 'false', '', null] });

/** How rows are imported: in the query beside CSV, in the body beside rows in JSON. */
const options = {
  update: flag('1: records that are there are changed; else they are mistakes.'),
  batches: flag('1: addresses are written by many transactions, so that others go on; all rows are tried first.'),
  section: { type: ['string', 'integer'], description: 'Where rows belong that name no section: name or id.' },
  vrf: { type: ['string', 'integer'], description: 'Likewise the VRF; 0 for none.' },
  mapping: {
    description:
      'What the columns are: `mapping[IP address]=ip` by their titles, or a list of names in their order, `mapping[]=ip`; `-` leaves a column out.',
    type: ['object', 'array'],
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** What is told of the routes of /rows/. */
export const rowDocs = {
  columns: {
    summary: 'The columns that rows may have',
    text: 'With `titles[]` also what the titles of a file mean, so that a client can show a mapping before it sends rows.',
    path,
    query: { titles: { description: 'Titles of columns: `titles[]=IP address`.', ...listOf(text) } },
    answer: shows(
      objectOf({
        columns: listOf(
          objectOf({
            name: text,
            aliases: { description: 'Other names of the column; case, blanks, `_` and `-` make no difference.', ...listOf(text) },
            isRequired: { description: 'Whether a new record needs it.', type: 'boolean' },
            refersTo: refTo('textOrNull', 'The sort of the records that cells name, by name or id; null for none.'),
          }),
        ),
        titles: listOf(objectOf({ title: text, column: refTo('textOrNull', 'The name of its column; null for none.') })),
      }),
    ),
    errors: ['rows.kind', 'rows.table'],
  },
  read: {
    summary: 'Records as rows',
    text: 'All that the caller sees, with other records by their names, as an import takes them; as CSV with `Accept: text/csv` or `format=csv`. Secrets are columns for administrators only.',
    path,
    query: { section, format: { description: 'Instead of the Accept header.', enum: ['json', 'csv'] } },
    answer: {
      shows: 'plain',
      data: listOf({ description: 'Cells by the names of their columns.', type: 'object', additionalProperties: text }),
      alsoAs: { 'text/csv': { description: 'RFC 4180 in UTF-8; the first row has the names of the columns.', type: 'string' } },
    },
    errors: ['rows.kind', 'rows.table', 'rows.format', 'field.reference', 'record.ambiguous'],
  },
  write: {
    summary: 'Import rows, all or none',
    text: `A body of JSON has \`columns\` and \`rows\`; a body of \`text/csv\` is the file itself, of any delimiter and encoding, and the query has the parameters. Each row is checked as a request for its record would be. Where a row has a mistake nothing is written, and the answer has a report as \`data\`: 409 where all mistakes are conflicts with what is there, 403 where the caller may not write a row, else 400. \`dry_run=1\` writes nothing and answers the same report, with \`imported\` false and \`written\` 0. A request takes ${tableLimits.rows} rows, with \`batches\` ${tableLimits.rowsInBatches} addresses, and a body of 1 MiB: send larger files in several requests, each with the titles. Rows are numbered as in a spreadsheet: the titles are row 1.`,
    path,
    query: options,
    input: {
      members: {
        columns: { description: 'Names of the columns.', ...listOf({ type: ['string', 'number'] }) },
        rows: { description: 'Rows, each a list with a cell for every column.', ...listOf({ type: 'array' }) },
        ...options,
      },
      others: {},
      alsoAs: { 'text/csv': { description: 'A table whose first row has the names of the columns.', type: 'string' } },
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
