import { FairSemaphore } from '../../../../application/fair-semaphore.js';
import { type InputRow, type RowTable, UnreadableRowError } from '../../../../application/transfer/rows/table.js';
import { RequestError } from '../../request-error.js';
import { yieldToEventLoop } from '../../yield.js';

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

const refusal = (problem: string): RequestError => new RequestError('rows.table', { problem });
