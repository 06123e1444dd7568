import { IpamError } from '../../../domain/errors.js';
import { chunksOf } from '../../listing.js';
import { RowMistakes, RowShape } from './row-mistakes.js';
import type { RowReading } from './row-reading.js';
import { type InputRow, type RowMistake, type RowTable, RowUnreadable, type SkippedRow } from './table.js';

const maxBatch = 500;

interface Batches {
  /** Most rows per batch. */
  readonly size?: number;
  /** Gets the rows that are no records. */
  readonly skip?: (skipped: SkippedRow) => void;
}

/** Calls a function with the rows of a table, without those that are no records. */
export async function batchesOf(
  table: RowTable,
  take: (part: readonly InputRow[]) => Promise<void>,
  { size = maxBatch, skip }: Batches = {},
): Promise<void> {
  for await (const part of table.rows()) {
    if (skip)
      for (const { row, skipReason } of part) if (skipReason !== undefined) skip({ table: table.kind, row, reason: skipReason });
    for (const chunk of chunksOf(recordsIn(part), size)) await take(chunk);
  }
}

export const recordsIn = (rows: readonly InputRow[]): readonly InputRow[] =>
  rows.filter(({ skipReason }) => skipReason === undefined);

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
