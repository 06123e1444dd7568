import { IpamError } from '../../../domain/errors.js';
import { chunksOf } from '../../listing.js';
import { RowErrors, UncreatedReference } from './row-errors.js';
import type { RowReading } from './row-reading.js';
import { type InputRow, type RowError, type RowTable, type SkippedRow, UnreadableRowError } from './table.js';

const maxBatch = 500;

interface Batches {
  readonly size?: number;
  readonly skip?: (skipped: SkippedRow) => void;
}

/** Calls a function with batches of rows. Rows that are not records go to `skip` instead. */
export async function batchesOf(
  table: RowTable,
  take: (chunk: readonly InputRow[]) => Promise<void>,
  { size = maxBatch, skip }: Batches = {},
): Promise<void> {
  for await (const entries of table.rows()) {
    if (skip)
      for (const { row, skipReason } of entries)
        if (skipReason !== undefined) skip({ table: table.kind, row, reason: skipReason });
    for (const chunk of chunksOf(recordsIn(entries), size)) await take(chunk);
  }
}

export const recordsIn = (rows: readonly InputRow[]): readonly InputRow[] =>
  rows.filter(({ skipReason }) => skipReason === undefined);

/** @throws errors that the row did not cause */
export function rowErrorOf(reading: RowReading, row: number, error: unknown): RowError {
  const { kind: table } = reading;
  if (error instanceof UncreatedReference)
    return { table, row, column: reading.titleOf(error), problem: error.reason, uncreated: error.record };
  if (!(error instanceof IpamError)) throw error;
  return { table, row, column: reading.titleOf(error), problem: error };
}

export const rowErrorsOf = (reading: RowReading, row: number, error: unknown): readonly RowError[] =>
  (error instanceof RowErrors ? error.errors : [error]).map((each) => rowErrorOf(reading, row, each));

/** Ignores unreadable rows, which the write reports. */
export function skipUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableRowError)) throw error;
}
