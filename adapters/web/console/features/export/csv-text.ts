import type { AnyRecord } from '../../api/client';
import { withGuard } from '../../values/guard';

export interface ExportColumn {
  readonly title: string;
  readonly text: (record: AnyRecord) => string;
}

/** Returns records as CSV with a UTF-8 byte order mark. Omits columns that are empty in all records, except the first column. */
export function csvOf(columns: readonly ExportColumn[], records: readonly AnyRecord[]): string {
  const shown = columns.filter(({ text }, index) => index === 0 || records.some((record) => text(record) !== ''));
  const lines = records.map((record) => lineOf(shown.map(({ text }) => text(record))));
  return `\uFEFF${[lineOf(shown.map(({ title }) => title)), ...lines].join('\r\n')}\r\n`;
}

const lineOf = (cells: readonly string[]): string => cells.map((cell) => quoted(withGuard(cell))).join(',');

const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
