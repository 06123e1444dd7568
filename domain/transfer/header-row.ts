import { readIp } from '../fields/read-fields.js';

/** Most rows above the titles of the columns. */
export const maxRowsAboveHeader = 20;

const longestTitle = 64;

/** Whether a cell may be the title of a column: it has a letter and is no address. */
export const mayBeTitle = (cell: string): boolean =>
  cell.length <= longestTitle && /\p{L}/u.test(cell) && !readIp(cell.split('/')[0]?.trim() ?? '');

const filled = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

/**
 * The index of the row with the titles of the columns: the first one that may be titles and fills more than half of the columns,
 * otherwise the first row that is not blank. Rows above it are headings of the sheet.
 * @param rows the first rows of a table
 * @returns -1 without any cell
 */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const cells = rows.slice(0, maxRowsAboveHeader).map(filled);
  const first = cells.findIndex((row) => row.length > 0);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const found = cells.findIndex((row) => row.length * 2 > width && row.length > 0 && row.every(mayBeTitle) && isDistinct(row));
  const above = cells.slice(first, Math.max(found, 0));
  return found > first && above.every((row) => row.length < (cells[found]?.length ?? 0)) ? found : first;
}

const isDistinct = (row: readonly string[]): boolean => new Set(row).size === row.length;
