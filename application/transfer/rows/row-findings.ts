import type { EnsureOutcome } from '../ensure/ensured.js';
import { maxListedMistakes, type RowMistake, type RowReport } from './table.js';

/** Gathers what becomes of rows. */
export class RowFindings {
  readonly #counts: Record<EnsureOutcome, number> = { created: 0, changed: 0, unchanged: 0 };
  /** The first mistakes of rows, and further ones, which are listed as far as there is room beside these. */
  readonly #mistakes: RowMistake[] = [];
  readonly #further: RowMistake[] = [];
  readonly #passedOver: readonly string[];
  #failed = 0;
  #again = 0;

  constructor(passedOver: readonly string[]) {
    this.#passedOver = passedOver;
  }

  get rows(): number {
    return this.sound + this.#failed - this.#again;
  }

  /** Rows that were noted without a mistake, at first. */
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

  refuse(mistake: RowMistake): void {
    this.#failed++;
    if (this.#mistakes.length < maxListedMistakes) this.#mistakes.push(mistake);
  }

  /** All mistakes of a row, which counts once. */
  refuseAll([first, ...others]: readonly RowMistake[]): void {
    if (!first) return;
    this.refuse(first);
    for (const mistake of others) if (this.#further.length < maxListedMistakes) this.#further.push(mistake);
  }

  /** Of a row that was noted before. */
  refuseAgain(mistake: RowMistake): void {
    this.#again++;
    this.refuse(mistake);
  }

  /** @param kept rows that are written although others have mistakes */
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
    };
  }

  /** Tables in the order in which they came, of each its rows in theirs. */
  #inOrder(): RowMistake[] {
    const listed = [...this.#mistakes, ...this.#further].slice(0, maxListedMistakes);
    const tables = [...new Set(this.#mistakes.map(({ table }) => table))];
    return listed.toSorted((a, b) => tables.indexOf(a.table) - tables.indexOf(b.table) || a.row - b.row);
  }
}
