import type { TextRow } from '../connection/statement.js';

/** Possible numbers of rows in a chunk. They are few, because each has its own statements. */
const sizes = [2000, 500, 250, 50, 10] as const;

/** Maximum number of rows if all sessions share one connection. */
export const maxSizeAlone = 1000;

export const firstSize = 250;

/** Maximum characters of a chunk and of one returned part; a single longer row is an exception. */
const maxLength = 1024 * 1024;
const maxChunkLength = 64 * 1024;

/** Rows in one returned part. Processing yields to other requests between parts. */
const chunkRows = 100;

/** Milliseconds during which the remaining rows are retained between two parts. */
const retainMs = 250;

/**
 * The rows of one statement, returned in parts. Rows above the memory limit, or not read in time by a slow client, are discarded.
 * The list then continues after the last part.
 */
export class RowChunk {
  #rows: readonly TextRow[];
  #next = 0;
  #isComplete: boolean;
  #timer: NodeJS.Timeout | undefined;
  readonly #meanLength: number;
  readonly read: number;

  constructor(rows: readonly TextRow[]) {
    const end = endWithin(rows, 0, rows.length, maxLength);
    this.#rows = end < rows.length ? rows.slice(0, end) : rows;
    this.#isComplete = end === rows.length;
    this.read = rows.length;
    this.#meanLength = lengthOf(this.#rows) / Math.max(end, 1);
  }

  /** Returns the next rows; undefined at the end, or after the rest was discarded. */
  nextChunk(): readonly TextRow[] | undefined {
    clearTimeout(this.#timer);
    if (this.#next >= this.#rows.length) return undefined;
    const start = this.#next;
    this.#next = endWithin(this.#rows, start, Math.min(start + chunkRows, this.#rows.length), maxChunkLength);
    const rows = this.#rows.slice(start, this.#next);
    if (this.#next < this.#rows.length) this.#timer = setTimeout(() => this.#release(), retainMs).unref();
    return rows;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get nextSize(): number {
    const requested = sizes.find((size) => size * this.#meanLength <= maxLength) ?? 10;
    return this.#isComplete ? requested : Math.min(requested, firstSize);
  }

  #release(): void {
    this.#rows = [];
    this.#isComplete = false;
  }
}

/** Returns at least one row after the start. */
function endWithin(rows: readonly TextRow[], start: number, max: number, length: number): number {
  let left = length - rowLength(rows[start]);
  let end = Math.min(start + 1, max);
  while (end < max) {
    left -= rowLength(rows[end]);
    if (left < 0) break;
    end++;
  }
  return end;
}

const lengthOf = (rows: readonly TextRow[]): number => rows.reduce((sum, row) => sum + rowLength(row), 0);

function rowLength(row: TextRow | undefined): number {
  let length = 0;
  for (const text of row ?? []) length += text?.length ?? 0;
  return length;
}
