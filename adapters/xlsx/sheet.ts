import { type InputRow, maxColumns, UnreadableRowError } from '../../application/transfer/rows/table.js';
import type { WorkbookPackage } from './package.js';
import type { Sheet } from './workbook.js';
import { parsed } from './xml.js';

/** Maximum length of a cell in characters. Spreadsheet programs allow half of it. */
const maxCell = 65_536;

/** Yields the rows of a sheet. Formulas are not evaluated: the file contains their results. @throws UnreadableRowError, SourceError */
export async function* sheetRows(
  workbook: WorkbookPackage,
  { file, name }: Sheet,
  texts: readonly string[],
): AsyncGenerator<readonly InputRow[], void, undefined> {
  const reader = new SheetReader(texts);
  for await (const _ of parsed(`sheet ${name}`, workbook.read(file), reader)) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

class SheetReader {
  readonly #texts: readonly string[];
  #rows: InputRow[] = [];
  #row = 0;
  #cells: string[] = [];
  #column = 0;
  #type = '';
  #value = '';
  #isValue = false;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  take(): readonly InputRow[] {
    return this.#rows.splice(0);
  }

  readonly open = (name: string, attribute: (name: string) => string): void => {
    if (name === 'row') {
      this.#row = Number(attribute('r')) || this.#row + 1;
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnIn(attribute('r')) ?? this.#column + 1;
      if (this.#column >= maxColumns) throw new UnreadableRowError(this.#row, `the row has more than ${maxColumns} columns`);
      this.#type = attribute('t');
      this.#value = '';
    }
    this.#isValue = name === 'v' || name === 't';
  };

  readonly text = (text: string): void => {
    if (!this.#isValue) return;
    this.#value += text;
    if (this.#value.length > maxCell) throw new UnreadableRowError(this.#row, `a cell is longer than ${maxCell} characters`);
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false;
    if (name === 'c') {
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells[this.#column] = this.#cell();
    } else if (name === 'row') this.#rows.push({ row: this.#row, cells: this.#cells });
  };

  #cell(): string {
    if (this.#type === 's') return this.#texts[Number(this.#value)] ?? '';
    if (this.#type === 'e') return '';
    const number = Number(this.#value);
    const isNumber = (this.#type === '' || this.#type === 'n') && this.#value !== '' && Number.isFinite(number);
    return isNumber ? String(number) : this.#value;
  }
}

/** Returns the column index of a reference such as `AB12`. */
function columnIn(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
