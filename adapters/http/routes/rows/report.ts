import { SourceError } from '../../../../application/ports/register.js';
import {
  InterruptedRowsError,
  RefusedRowsError,
  type RowReport,
  type RowSource,
  rowErrorText,
  UnreadableRowError,
} from '../../../../application/transfer/rows/table.js';
import { IpamError } from '../../../../domain/errors.js';
import { DetailedError } from '../../error-mapping.js';
import type { LanguageHeader } from '../../error-row.js';
import { answerFor } from '../../error-table.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';

interface ReportOptions {
  readonly source?: RowSource | undefined;
  readonly language: LanguageHeader;
}

export const rowReport = (
  { imported, written, rows, created, changed, unchanged, failed, errors, ignoredColumns: passedOver, ...report }: RowReport,
  { source = {}, language }: ReportOptions,
): WireObject => ({
  imported,
  rows,
  created,
  changed,
  unchanged,
  refused: failed,
  written: imported ? rows : written,
  mistakes: errors.map((error) => ({
    row: error.row,
    column: error.column,
    message: rowErrorText(error, (problem) => messageOf(problem, language)),
  })),
  ignored: [...passedOver],
  skipped: report.skipped,
  skippedRows: report.skippedRows.map(({ row, reason }) => ({ row, reason })),
  added: report.added,
  addedRecords: report.addedRecords.map(({ kind, name }) => ({ kind, name })),
  source: sourceOf(source),
});

const sourceOf = ({ format, encoding, delimiter, headerRow, sheet, preset }: RowSource): WireObject => ({
  format: format ?? 'json',
  encoding: encoding ?? null,
  delimiter: delimiter ?? null,
  headerRow: headerRow ?? 0,
  sheet: sheet ?? null,
  preset: preset ?? null,
});

const messageOf = (problem: IpamError, language: LanguageHeader): string =>
  answerFor(problem, language)?.message ?? problem.message;

/**
 * Maps errors of an import.
 * @throws DetailedError, RequestError rows.table, rows.interrupted, and all other errors of the import
 */
export async function reportRefused<T>(run: () => Promise<T>, options: ReportOptions): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedRowsError)
      throw new DetailedError(refusalOf(error.report), { data: rowReport(error.report, options) });
    if (error instanceof InterruptedRowsError) throw new RequestError('rows.interrupted', { written: error.written });
    if (error instanceof SourceError) throw new RequestError('rows.table', { problem: error.message });
    if (error instanceof UnreadableRowError)
      throw new RequestError('rows.table', { problem: `row ${error.row}: ${error.message}` });
    throw error;
  }
}

/** 403 for rows the caller may not write, 409 if all mistakes are conflicts with existing records, else 400. */
function refusalOf({ failed, rows, written, errors }: RowReport): Error {
  const problems = errors.map(({ problem }) => problem);
  const denied = problems.find((problem) => IpamError.is(problem, 'permission.denied'));
  if (denied instanceof IpamError) return denied;
  const isConflict = problems.every((problem) => typeof problem !== 'string' && answerFor(problem)?.status === 409);
  return new RequestError(isConflict ? 'rows.conflict' : 'rows.refused', { failed, rows, written });
}
