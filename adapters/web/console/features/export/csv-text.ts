import type { AnyRecord } from '../../api/client';
import { withGuard } from '../../values/guard';

/** A column of a file. */
export interface ExportColumn {
  readonly title: string;
  readonly text: (record: AnyRecord) => string;
}

/** A file of records, without columns that are empty in all of them. The first sign says that it is UTF-8. */
export function csvOf(columns: readonly ExportColumn[], records: readonly AnyRecord[]): string {
  const shown = columns.filter(({ text }, index) => index === 0 || records.some((record) => text(record) !== ''));
  const lines = records.map((record) => lineOf(shown.map(({ text }) => text(record))));
  return `\uFEFF${[lineOf(shown.map(({ title }) => title)), ...lines].join('\r\n')}\r\n`;
}

const lineOf = (cells: readonly string[]): string => cells.map((cell) => quoted(withGuard(cell))).join(',');

const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
