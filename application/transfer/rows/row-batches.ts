import { IpamError } from '../../../domain/errors.js';
import { chunksOf } from '../../listing.js';
import { RowMistakes, RowShape } from './row-mistakes.js';
import type { RowReading } from './row-reading.js';
import { type InputRow, type RowMistake, type RowTable, RowUnreadable } from './table.js';

const maxBatch = 500;

/** @param size most rows per batch */
export async function batchesOf(
  table: RowTable,
  take: (part: readonly InputRow[]) => Promise<void>,
  size = maxBatch,
): Promise<void> {
  for await (const part of table.rows()) for (const chunk of chunksOf(part, size)) await take(chunk);
}

/** @throws errors that are not due to the row */
export function mistakeOf(reading: RowReading, row: number, error: unknown): RowMistake {
  const { kind: table } = reading;
  if (error instanceof RowShape) return { table, row, column: reading.titleOf(error), problem: error.message };
  if (!(error instanceof IpamError)) throw error;
  return { table, row, column: reading.titleOf(error), problem: error };
}

/** All errors of a row. @throws errors that are not due to the row */
export const mistakesOf = (reading: RowReading, row: number, error: unknown): readonly RowMistake[] =>
  (error instanceof RowMistakes ? error.errors : [error]).map((each) => mistakeOf(reading, row, each));

/** Unreadable rows are reported by the write. */
export function passOverUnreadable(error: unknown): void {
  if (!(error instanceof RowUnreadable)) throw error;
}
