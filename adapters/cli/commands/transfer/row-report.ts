import type { RowReport, RowSource } from '../../../../application/transfer/rows/table.js';
import { rowWord } from '../../../../domain/transfer/columns.js';
import { goOn, type ReportText } from '../../row-errors.js';

export function sourceText({ format, encoding, delimiter, headerRow, sheet, preset }: RowSource = {}): string {
  const texts = [
    format === 'csv' ? undefined : format,
    encoding,
    delimiter && `cells separated by ${delimiterWord(delimiter)}`,
    sheet && `sheet ${sheet}`,
    headerRow !== undefined && headerRow > 1 && `titles in row ${headerRow}`,
    preset && `columns of ${preset}`,
  ];
  return texts.filter((text) => typeof text === 'string').join(', ');
}

const delimiterWord = (delimiter: string): string =>
  ({ ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' })[delimiter] ?? JSON.stringify(delimiter);

/** The report as printed. Scripts read its member names `kept`, `mistakes` and `passedOver`. */
export const printedReport = ({ written: kept, errors: mistakes, ignoredColumns: passedOver, ...report }: RowReport): object => ({
  ...report,
  kept,
  mistakes,
  passedOver,
});

export function textOfReport(report: ReportText, dryRun: boolean): string {
  const {
    created,
    changed,
    unchanged,
    failed,
    written,
    rows,
    errors,
    ignoredColumns,
    skipped,
    skippedRows,
    added,
    addedRecords,
  } = report;
  const lines = errors.map(({ table, row, column, problem }) => {
    const position = column === null ? '' : `, column ${column}`;
    return `${rowWord(table)}, row ${row}${position}: ${problem}`;
  });
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged`;
  const would = dryRun ? 'would be ' : '';
  const left =
    written > 0 ? `the ${written} rows before them were stored: correct the errors, and ${goOn}` : 'nothing was written';
  return [
    ...lines,
    ...(failed > errors.length ? [`${failed - errors.length} more rows have errors`] : []),
    ...skippedRows.map(({ table, row, reason }) => `${rowWord(table)}, row ${row} is skipped: ${reason}`),
    ...(skipped > skippedRows.length ? [`${skipped - skippedRows.length} more rows are skipped`] : []),
    ...addedRecords.map(({ kind, name }) => `${kind} ${name}: ${would}created, because rows refer to it`),
    ...(added > addedRecords.length ? [`${added - addedRecords.length} more records: ${would}created for references`] : []),
    ...(ignoredColumns.length > 0 ? [`ignored columns: ${ignoredColumns.join(', ')}`] : []),
    failed > 0 ? `${failed} of ${rows} rows have errors: ${left}` : `${would}${counts}`,
    '',
  ].join('\n');
}
