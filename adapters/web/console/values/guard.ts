/**
 * Matches cells that spreadsheets execute as formulas, also with full-width and small signs. `withGuard` puts an apostrophe, which
 * spreadsheets hide, before these cells, except numbers. If apostrophes already precede the sign, it adds another one, so that the
 * import can remove it. `hexipam export csv` uses the same rule.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
