import { IpamError } from '../../../domain/errors.js';
import { chunksOf } from '../../listing.js';
import { RowErrors, RowShape } from './row-errors.js';
import type { RowReading } from './row-reading.js';
import { type InputRow, type RowError, type RowTable, UnreadableRowError } from './table.js';

const maxBatch = 500;

/** @param size maximum number of rows per batch */
export async function batchesOf(
  table: RowTable,
  take: (rows: readonly InputRow[]) => Promise<void>,
  size = maxBatch,
): Promise<void> {
  for await (const rows of table.rows()) for (const chunk of chunksOf(rows, size)) await take(chunk);
}

/** @throws errors that the row did not cause */
export function rowErrorOf(reading: RowReading, row: number, error: unknown): RowError {
  const { kind: table } = reading;
  if (error instanceof RowShape) return { table, row, column: reading.titleOf(error), problem: error.message };
  if (!(error instanceof IpamError)) throw error;
  return { table, row, column: reading.titleOf(error), problem: error };
}

/** All errors of a row. @throws errors that the row did not cause */
export const rowErrorsOf = (reading: RowReading, row: number, error: unknown): readonly RowError[] =>
  (error instanceof RowErrors ? error.errors : [error]).map((each) => rowErrorOf(reading, row, each));

/** Ignores unreadable rows, which the write reports. */
export function skipUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableRowError)) throw error;
}
