/**
 * Beginnings of cells that spreadsheets execute as formulas, including full-width and small characters; numbers are exempt. The
 * guard is a leading apostrophe, which spreadsheets hide. A cell with leading apostrophes gets another one, so that the import
 * can remove it. `hexipam export csv` uses the same rule.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

/** Returns the cell, with a guard if a spreadsheet would execute it. */
export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
