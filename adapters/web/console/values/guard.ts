/**
 * Cells that spreadsheets execute as formulas, including full-width and small characters; numbers are exempt. A leading apostrophe,
 * which spreadsheets hide, guards a cell. A cell with apostrophes gets another one, so that the import can remove it. `hexipam
 * export csv` uses the same rule.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
