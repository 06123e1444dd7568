/**
 * Beginnings of cells that spreadsheets execute as formulas, including full-width and small characters. Numbers are exempt. The
 * guard is a leading apostrophe, which spreadsheets hide. If such a beginning already has leading apostrophes, the cell gets
 * another one, so that the import can remove the guard.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const guarded = /^'+[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

/** Returns the cell, with a guard if a spreadsheet would execute it. */
export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);

export const withoutGuard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
