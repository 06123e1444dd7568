import type { EnsureOutcome } from '../ensure/ensured.js';
import { maxListedMistakes, maxListedSkips, type RowMistake, type RowReport, type SkippedRow } from './table.js';

export class RowFindings {
  readonly #counts: Record<EnsureOutcome, number> = { created: 0, changed: 0, unchanged: 0 };
  /** The first error of each row, and further ones, listed if there is room. */
  readonly #mistakes: RowMistake[] = [];
  readonly #further: RowMistake[] = [];
  readonly #passedOver: readonly string[];
  #failed = 0;
  #again = 0;
  readonly #skippedRows: SkippedRow[] = [];
  #skipped = 0;

  constructor(passedOver: readonly string[]) {
    this.#passedOver = passedOver;
  }

  get rows(): number {
    return this.sound + this.#failed - this.#again;
  }

  /** Rows noted without an error so far. */
  get sound(): number {
    const { created, changed, unchanged } = this.#counts;
    return created + changed + unchanged;
  }

  get failed(): number {
    return this.#failed;
  }

  note(outcome: EnsureOutcome): void {
    this.#counts[outcome]++;
  }

  skip(row: SkippedRow): void {
    this.#skipped++;
    if (this.#skippedRows.length < maxListedSkips) this.#skippedRows.push(row);
  }

  refuse(mistake: RowMistake): void {
    this.#failed++;
    if (this.#mistakes.length < maxListedMistakes) this.#mistakes.push(mistake);
  }

  /** Adds all errors of a row, which counts once. */
  refuseAll([first, ...others]: readonly RowMistake[]): void {
    if (!first) return;
    this.refuse(first);
    for (const mistake of others) if (this.#further.length < maxListedMistakes) this.#further.push(mistake);
  }

  refuseAgain(mistake: RowMistake): void {
    this.#again++;
    this.refuse(mistake);
  }

  /** @param kept written rows, despite errors in others */
  report(imported: boolean, kept = 0): RowReport {
    const { rows } = this;
    return {
      imported,
      kept,
      rows,
      ...this.#counts,
      failed: this.#failed,
      mistakes: this.#inOrder(),
      passedOver: this.#passedOver,
      skipped: this.#skipped,
      skippedRows: this.#skippedRows,
    };
  }

  /** By table in import order, then by row. */
  #inOrder(): RowMistake[] {
    const listed = [...this.#mistakes, ...this.#further].slice(0, maxListedMistakes);
    const tables = [...new Set(this.#mistakes.map(({ table }) => table))];
    return listed.toSorted((a, b) => tables.indexOf(a.table) - tables.indexOf(b.table) || a.row - b.row);
  }
}
