/** Reads lines of CSV piece by piece: separated by commas, semicolons or tabs, quoted where needed. */
export class CsvReader {
  readonly #rows: string[][] = [];
  #separator = '';
  #row: string[] = [];
  #cell = '';
  #isQuoted = false;
  #wasQuote = false;

  /** Takes a piece of the text. @returns the rows that it completes */
  take(text: string): string[][] {
    if (this.#separator === '') this.#separator = separatorOf(text);
    for (const sign of text) this.#next(sign);
    return this.#rows.splice(0);
  }

  /** Ends the text. @returns its last row, where no end of line stands behind it */
  end(): string[][] {
    if (this.#cell !== '' || this.#row.length > 0) this.#endRow();
    return this.#rows.splice(0);
  }

  #next(sign: string): void {
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
    this.#row.push(this.#cell.trim());
    this.#cell = '';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#row.some((cell) => cell !== '')) this.#rows.push(this.#row);
    this.#row = [];
  }
}

/** What separates the columns of the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const found = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return found.reduce((best, each) => (each.times > best.times ? each : best)).sign;
}

/** Rows of a table out of a file, and what stands above them. */
export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lines that a file may have. */
export const maxRows = 200_000;

/** Reads a file in pieces. @param tell told how much of it has been read, from 0 to 1 @throws Error for more than is taken */
export async function readCsv(file: File, tell: (share: number) => void): Promise<CsvTable> {
  const reader = new CsvReader();
  const rows: string[][] = [];
  const pieces = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (let read = 0; ; ) {
    const { done, value } = await pieces.read();
    rows.push(...(done ? reader.end() : reader.take(value)));
    if (rows.length > maxRows + 1) throw new Error(`A file may have ${maxRows.toLocaleString('en')} lines: part it`);
    if (done) break;
    read += value.length;
    tell(Math.min(1, read / Math.max(1, file.size)));
  }
  const [head = [], ...body] = rows;
  return { head, rows: body };
}
