/**
 * A spreadsheet takes a cell that begins so for a formula and runs it, in full width and small form too. Numbers are none.
 * Such a cell gets an apostrophe in front, which spreadsheets do not show, and a cell that has some already one more, so that
 * all of it can be taken back. `hexipam export csv` writes them in the same way.
 */
const formula = /^'*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/;
const number = /^[+-]?\d+([.,]\d+)?$/;

/** A cell that no spreadsheet runs. */
export const withGuard = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);
