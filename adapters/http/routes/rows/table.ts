import { FairSemaphore } from '../../../../application/fair-semaphore.js';
import { chunksOf } from '../../../../application/listing.js';
import { mappedTable, readRowMapping } from '../../../../application/transfer/rows/row-mapping.js';
import {
  type ColumnMapping,
  type CsvTables,
  type InputRow,
  maxColumns,
  type RowMapping,
  type RowOptions,
  type RowTable,
  UnreadableRowError,
} from '../../../../application/transfer/rows/table.js';
import { maxBulkItems } from '../../../../domain/listing/list-limits.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { RowKind } from '../../../../domain/transfer/columns.js';
import type { ApiRequest } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import { isGroup, type RequestParameters } from '../../wire/parameters.js';
import { yieldToEventLoop } from '../../yield.js';
import { readFlag } from '../common/bulk.js';

/** Maximum columns and rows of a table; more rows are allowed with one unit of work per batch. */
export const tableLimits = { columns: maxColumns, rows: maxBulkItems, rowsInBatches: 20_000 } as const;

/** Bytes of CSV parsed between two yields. */
const pieceLength = 16 * 1024;

const rowsAtOnce = 500;

const refusal = (problem: string): RequestError => new RequestError('rows.table', { problem });

/**
 * The table in a request: a CSV body, or columns and rows in JSON.
 * @throws RequestError rows.table, request.contentType without CSV support; SourceError, UnreadableRowError
 */
export async function readTable(
  kind: RowKind,
  csv: CsvTables | undefined,
  { table: bytes, parameters, clientAddress }: Pick<ApiRequest, 'table' | 'parameters' | 'clientAddress'>,
  { inBatches = false }: RowOptions,
): Promise<RowTable> {
  if (bytes && !csv) throw new RequestError('request.contentType', { type: csvType });
  const mapping = readMapping(parameters);
  const maxRows = inBatches ? tableLimits.rowsInBatches : tableLimits.rows;
  if (bytes && csv)
    return storedTable((checkTime) => csv.read(kind, () => piecesOf(bytes, checkTime), mapping), maxRows, clientAddress);
  return mappedTable(jsonTable(kind, parameters, maxRows), mapping);
}

async function* piecesOf(bytes: Uint8Array, checkTime: CheckTime): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += pieceLength) {
    if (start > 0) await yieldToEventLoop();
    checkTime();
    yield bytes.subarray(start, start + pieceLength);
  }
}

function jsonTable(kind: RowKind, parameters: RequestParameters, maxRows: number): RowTable {
  const titles = textsOf('columns', parameters.columns);
  const { rows } = parameters;
  if (!Array.isArray(rows)) throw refusal('rows must be a list of rows, each a list of cells');
  if (rows.length > maxRows) throw tooManyRows(maxRows);
  const read = rows.map((cells: unknown, index): InputRow => {
    if (!Array.isArray(cells)) throw refusal(`rows[${index}] must be a list of cells`);
    return { row: index + 2, cells };
  });
  return {
    kind,
    columns: titles,
    titles,
    async *rows() {
      yield* chunksOf(read, rowsAtOnce);
    },
  };
}

/**
 * Returns the mapping of a request. `map` is a mapping in its stored form. The other parameters replace its members.
 * @throws RequestError, SourceError
 */
function readMapping({ map, mapping, preset, skip_unknown: skip }: RequestParameters): RowMapping {
  const stored = map === undefined ? {} : readRowMapping(mapIn(map));
  const columns = mapping === undefined ? undefined : readColumns(mapping);
  const name = textOf('preset', preset);
  return {
    ...stored,
    ...(columns && { columns: combined(stored.columns, columns) }),
    ...(name !== undefined && { preset: name }),
    ...(skip !== undefined && { skipUnknown: readFlag('skip_unknown', skip) }),
  };
}

function combined(stored: ColumnMapping = {}, input: ColumnMapping): ColumnMapping {
  return Array.isArray(stored) || Array.isArray(input) ? input : { ...stored, ...input };
}

/** A mapping in JSON: an object in a JSON body, a text in the query. */
function mapIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw refusal('map is not JSON');
  }
}

function readColumns(mapping: unknown): ColumnMapping {
  if (isGroup(mapping)) {
    const names = Object.entries(mapping).map(([title, name]) => [title, textOf(title, name) ?? '-']);
    return Object.fromEntries(names);
  }
  return textsOf('mapping', mapping);
}

/** @throws RequestError rows.table */
export function textsOf(name: string, value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.map((each) => scalarText(each)) : [];
  if (!Array.isArray(value) || !texts.every((text) => text !== undefined)) throw refusal(`${name} must be a list of names`);
  return texts;
}

/** A single text parameter; undefined if absent or empty. @throws RequestError rows.table */
export function textOf(name: string, value: unknown): string | undefined {
  const text = scalarText(value ?? '');
  if (text === undefined) throw refusal(`${name} must be a single text`);
  return text === '' ? undefined : text;
}

export const csvType = 'text/csv';

/** The format of an answer with rows. @throws RequestError rows.format, rows.table */
export function formatOf({ parameters, accept }: Pick<ApiRequest, 'parameters' | 'accept'>): 'csv' | 'json' {
  const format = textOf('format', parameters.format) ?? (accept.includes(csvType) ? 'csv' : 'json');
  if (format !== 'csv' && format !== 'json') throw new RequestError('rows.format');
  return format;
}

/** Limits of reading a table: time in milliseconds, and cells in memory. */
const maxReadingMs = 10_000;
const maxCells = 2_000_000;

/** Rows after which the reading yields. */
const rowsBetweenYields = 500;

/** Reads one file at a time, because a second concurrent reading would only delay the first. */
const serial = new FairSemaphore({ total: 1 });

/** Throws when the time of the reading is over. */
export type CheckTime = () => void;

/**
 * Reads a table into memory, within a time limit. The rows of the file are read only once. An import then reads the rows several
 * times from memory.
 * @param read reads the format of the file; it calls `checkTime` for each piece of the file
 * @param maxRows largest number of rows
 * @param client key for the order of waiting files: clients take turns
 * @throws RequestError rows.table for a table beyond the limits; the errors of `read`
 */
export function storedTable(
  read: (checkTime: CheckTime) => Promise<RowTable>,
  maxRows: number,
  client: string,
): Promise<RowTable> {
  return serial.run(client, async () => {
    const end = performance.now() + maxReadingMs;
    const checkTime: CheckTime = () => {
      if (performance.now() > end)
        throw refusal(`reading the rows takes longer than ${maxReadingMs / 1000} seconds: send them in several requests`);
    };
    const table = await read(checkTime);
    const { parts, unreadable } = await rowsOf(table, maxRows, checkTime);
    return {
      ...table,
      async *rows() {
        yield* parts;
        if (unreadable) throw unreadable;
      },
    };
  });
}

interface StoredRows {
  readonly parts: readonly (readonly InputRow[])[];
  /** The row from which on the file is unreadable. */
  readonly unreadable?: UnreadableRowError;
}

async function rowsOf(table: RowTable, maxRows: number, checkTime: CheckTime): Promise<StoredRows> {
  const parts: (readonly InputRow[])[] = [];
  let [rows, cells, sinceYield] = [0, 0, 0];
  try {
    for await (const part of table.rows()) {
      parts.push(part);
      rows += part.filter(({ skipReason }) => skipReason === undefined).length;
      cells += part.reduce((count, row) => count + row.cells.length, 0);
      if (rows > maxRows) throw tooManyRows(maxRows);
      if (cells > maxCells) throw refusal(`more than ${maxCells} cells: send them in several requests`);
      checkTime();
      sinceYield += part.length;
      if (sinceYield < rowsBetweenYields) continue;
      sinceYield = 0;
      await yieldToEventLoop();
    }
  } catch (error) {
    if (error instanceof UnreadableRowError) return { parts, unreadable: error };
    throw error;
  }
  return { parts };
}

export const tooManyRows = (max: number): RequestError => refusal(`more than ${max} rows: send them in several requests`);
