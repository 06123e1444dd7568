import type { TextRow } from '../connection/statement.js';

/** Sizes that a chunk may have, in rows; few, as each has statements of its own. */
const sizes = [2000, 500, 250, 50, 10] as const;

/** The largest one where everybody waits while a statement runs. */
export const maxSizeAlone = 1000;

/** Rows that the first statement of a list reads. */
export const firstSize = 250;

/** Characters of a chunk, and of a part of it, unless one row alone has more. */
const maxLength = 1024 * 1024;
const maxChunkLength = 64 * 1024;

/** How many rows are passed on in one go, so that work on them leaves others their turn. */
const chunkRows = 100;

/** For how many milliseconds the rest is kept for who comes for the next part. */
const retainMs = 250;

/**
 * Rows that one statement has read for a list, to be passed on in parts. Memory does not grow with the length of rows: what is
 * above a limit is let go of, and so is what a slow client does not take. The list then reads on behind the last part.
 */
export class RowChunk {
  #rows: readonly TextRow[];
  #next = 0;
  #isComplete: boolean;
  #timer: NodeJS.Timeout | undefined;
  readonly #meanLength: number;
  /** How many rows the statement read. */
  readonly read: number;

  constructor(rows: readonly TextRow[]) {
    const end = endWithin(rows, 0, rows.length, maxLength);
    this.#rows = end < rows.length ? rows.slice(0, end) : rows;
    this.#isComplete = end === rows.length;
    this.read = rows.length;
    this.#meanLength = lengthOf(this.#rows) / Math.max(end, 1);
  }

  /** The next rows; undefined when there are none, or they are let go of. */
  nextChunk(): readonly TextRow[] | undefined {
    clearTimeout(this.#timer);
    if (this.#next >= this.#rows.length) return undefined;
    const start = this.#next;
    this.#next = endWithin(this.#rows, start, Math.min(start + chunkRows, this.#rows.length), maxChunkLength);
    const rows = this.#rows.slice(start, this.#next);
    if (this.#next < this.#rows.length) this.#timer = setTimeout(() => this.#release(), retainMs).unref();
    return rows;
  }

  /** Whether all rows were passed on, and none had to be let go of. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** How many rows are to be read next. */
  get nextSize(): number {
    const wanted = sizes.find((size) => size * this.#meanLength <= maxLength) ?? 10;
    return this.#isComplete ? wanted : Math.min(wanted, firstSize);
  }

  #release(): void {
    this.#rows = [];
    this.#isComplete = false;
  }
}

/** Where rows from a start on end, of which at least one is within the length. */
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
