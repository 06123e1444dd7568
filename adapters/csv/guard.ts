/**
 * Spreadsheets execute cells with these beginnings as formulas, including full-width and small forms; numbers are excepted. The
 * guard is a leading apostrophe, which spreadsheets hide. Cells that already begin with apostrophes get one more, so that the
 * import can remove it.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const guarded = /^'+[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

/** The cell with a guard against execution as a formula. */
export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);

export const withoutGuard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
