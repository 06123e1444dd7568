import { readIp } from '../fields/read-fields.js';

export const maxRowsAboveHeader = 20;

const longestTitle = 64;

export const mayBeTitle = (cell: string): boolean =>
  cell.length <= longestTitle && /\p{L}/u.test(cell) && !readIp(cell.split('/')[0]?.trim() ?? '');

/** The first row of possible titles that fills more than half of the columns. Otherwise the first row that is not blank, or -1. */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const cells = rows.slice(0, maxRowsAboveHeader).map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const first = cells.findIndex((row) => row.length > 0);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const found = cells.findIndex((row) => row.length * 2 > width && row.length > 0 && row.every(mayBeTitle) && isDistinct(row));
  const above = cells.slice(first, Math.max(found, 0));
  return found > first && above.every((row) => row.length < (cells[found]?.length ?? 0)) ? found : first;
}

const isDistinct = (row: readonly string[]): boolean => new Set(row).size === row.length;
