import { withoutGuard } from '../../values/guard.js';

/** A row of a file. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** The line in which it begins, from 1. */
  readonly line: number;
}

/** Reads lines of CSV piece by piece: separated by commas, semicolons or tabs, quoted where needed. */
export class CsvReader {
  readonly #rows: CsvRow[] = [];
  #separator = '';
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  #wasQuote = false;
  #line = 1;
  #begin = 1;

  /** Takes a piece of the text. @returns the rows that it completes */
  take(text: string): CsvRow[] {
    if (this.#separator === '' && text.trim() !== '') this.#separator = separatorOf(text);
    for (const sign of text) this.#next(sign);
    return this.#rows.splice(0);
  }

  /** Ends the text. @returns its last row, where no end of line stands behind it */
  end(): CsvRow[] {
    if (this.#cell !== '' || this.#cells.length > 0) this.#endRow();
    return this.#rows.splice(0);
  }

  #next(sign: string): void {
    if (sign === '\n') this.#line++;
    if (this.#isQuoted) {
      if (this.#wasQuote) {
        this.#wasQuote = false;
        if (sign === '"') {
          this.#cell += '"';
          return;
        }
        this.#isQuoted = false;
      } else {
        if (sign === '"') this.#wasQuote = true;
        else this.#cell += sign;
        return;
      }
    }
    if (sign === '"' && this.#cell.trim() === '') [this.#isQuoted, this.#cell] = [true, ''];
    else if (sign === this.#separator) this.#endCell();
    else if (sign === '\n') this.#endRow();
    else if (sign !== '\r' && sign !== '\uFEFF') this.#cell += sign;
  }

  #endCell(): void {
    this.#cells.push(withoutGuard(this.#cell.trim()));
    this.#cell = '';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push({ cells: this.#cells, line: this.#begin });
    this.#cells = [];
    this.#begin = this.#line;
  }
}

/** What separates the columns of the first line that is not empty. */
function separatorOf(text: string): string {
  const [line = ''] = text.replace(/^(?:[ \t]*\r?\n)+/, '').split('\n', 1);
  const found = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return found.reduce((best, each) => (each.times > best.times ? each : best)).sign;
}
