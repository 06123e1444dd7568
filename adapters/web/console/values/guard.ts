/**
 * Spreadsheets execute cells with these beginnings as formulas, including full-width and small forms; numbers are excepted. The
 * guard is a leading apostrophe, which spreadsheets hide. Cells that already begin with apostrophes get one more, so that the
 * import can remove it. `hexipam export csv` uses the same rule.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

/** The cell with a guard against execution as a formula. */
export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
