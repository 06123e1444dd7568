import type { MissingRecord } from '../../../domain/transfer/missing-records.js';
import type { EnsureOutcome } from '../bulk/ensured.js';
import { maxListedAdditions, maxListedErrors, maxListedSkips, type RowError, type RowReport, type SkippedRow } from './table.js';

export class RowFindings {
  readonly #counts: Record<EnsureOutcome, number> = { created: 0, changed: 0, unchanged: 0 };
  /** The first error of each row. `#further` has the other errors. Each list has at most `maxListedErrors` entries. */
  readonly #errors: RowError[] = [];
  readonly #further: RowError[] = [];
  readonly #ignoredColumns: readonly string[];
  #failed = 0;
  #again = 0;
  readonly #skippedRows: SkippedRow[] = [];
  #skipped = 0;
  #added: readonly MissingRecord[] = [];

  constructor(ignoredColumns: readonly string[]) {
    this.#ignoredColumns = ignoredColumns;
  }

  get rows(): number {
    return this.valid + this.#failed - this.#again;
  }

  get valid(): number {
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

  noteAdded(records: readonly MissingRecord[]): void {
    this.#added = records;
  }

  refuse(error: RowError): void {
    this.#failed++;
    if (this.#errors.length < maxListedErrors) this.#errors.push(error);
  }

  refuseAll([first, ...others]: readonly RowError[]): void {
    if (!first) return;
    this.refuse(first);
    for (const error of others) if (this.#further.length < maxListedErrors) this.#further.push(error);
  }

  refuseAgain(error: RowError): void {
    this.#again++;
    this.refuse(error);
  }

  /** @param written rows written despite errors in others */
  report(imported: boolean, written = 0): RowReport {
    const { rows } = this;
    return {
      imported,
      written,
      rows,
      ...this.#counts,
      failed: this.#failed,
      errors: this.#inOrder(),
      ignoredColumns: this.#ignoredColumns,
      skipped: this.#skipped,
      skippedRows: this.#skippedRows,
      added: this.#added.length,
      addedRecords: this.#added.slice(0, maxListedAdditions),
    };
  }

  #inOrder(): RowError[] {
    const listed = [...this.#errors, ...this.#further].slice(0, maxListedErrors);
    const tables = [...new Set(this.#errors.map(({ table }) => table))];
    return listed.toSorted((a, b) => tables.indexOf(a.table) - tables.indexOf(b.table) || a.row - b.row);
  }
}
