import { SourceError } from '../../application/ports/register.js';
import type { Column, RowSink, RowSource, Value } from './rows.js';

export const maxTables = 1000;
/** MySQL's maximum number of columns. */
export const maxColumns = 4096;

export interface RowLimits {
  readonly maxDefinitionCharacters: number;
  readonly maxPassingRows: number;
  /** Maximum rows of all tables that are not streamed, together. They are buffered in memory. */
  readonly maxHeldRows: number;
  readonly maxHeldCharacters: number;
}

export const usualRowLimits: RowLimits = {
  maxDefinitionCharacters: 4_000_000,
  maxPassingRows: 5_000_000,
  maxHeldRows: 300_000,
  maxHeldCharacters: 100_000_000,
};

const streamedTables: ReadonlySet<string> = new Set(['ipaddresses', 'changelog']);

/** Limits the size of a source. @throws SourceError when a limit is exceeded */
export class BoundedRows implements RowSource {
  readonly #source: RowSource;
  readonly #limits: RowLimits;

  constructor(source: RowSource, limits: RowLimits = usualRowLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  get progress(): number {
    return this.#source.progress;
  }

  get timestampsAreUtc(): boolean {
    return this.#source.timestampsAreUtc;
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  /** @throws SourceError */
  read(isRequested: (table: string) => boolean, sink: RowSink): Promise<void> {
    const budget = new Budget(this.#limits);
    return this.#source.read(isRequested, {
      table: (name, columns) => {
        budget.takeDefinition(name, columns);
        sink.table(name, columns);
      },
      rows: (table, columns, rows) => {
        budget.importRows(table, rows);
        return sink.rows(table, columns, rows);
      },
      skipped: (table, rows) => sink.skipped(table, rows),
    });
  }
}

class Budget {
  readonly #limits: RowLimits;
  readonly #passed = new Map<string, number>();
  #tables = 0;
  #definitionCharacters = 0;
  #heldRows = 0;
  #heldCharacters = 0;

  constructor(limits: RowLimits) {
    this.#limits = limits;
  }

  takeDefinition(table: string, columns: readonly Column[]): void {
    this.#tables++;
    this.#definitionCharacters += table.length;
    for (const { name, type, default: fallback } of columns)
      this.#definitionCharacters += name.length + type.length + (fallback?.length ?? 0);
    const { maxDefinitionCharacters } = this.#limits;
    if (this.#tables > maxTables) throw new SourceError(`there are more than ${maxTables} tables`);
    if (columns.length > maxColumns) throw new SourceError(`the table ${table} has more than ${maxColumns} columns`);
    if (this.#definitionCharacters > maxDefinitionCharacters)
      throw new SourceError(`the table definitions have more than ${maxDefinitionCharacters} characters`);
  }

  importRows(table: string, rows: readonly (readonly Value[])[]): void {
    if (streamedTables.has(table)) this.#takePassing(table, rows.length);
    else this.#takeHeld(table, rows);
  }

  #takeHeld(table: string, rows: readonly (readonly Value[])[]): void {
    this.#heldRows += rows.length;
    for (const row of rows) for (const value of row) this.#heldCharacters += value?.length ?? 0;
    const { maxHeldRows, maxHeldCharacters } = this.#limits;
    if (this.#heldRows > maxHeldRows)
      throw new SourceError(`there are more than ${maxHeldRows} rows, not counting addresses and history (exceeded in ${table})`);
    if (this.#heldCharacters > maxHeldCharacters)
      throw new SourceError(
        `there are more than ${maxHeldCharacters} characters, not counting addresses and history (exceeded in ${table})`,
      );
  }

  #takePassing(table: string, rows: number): void {
    const { maxPassingRows } = this.#limits;
    const all = (this.#passed.get(table) ?? 0) + rows;
    this.#passed.set(table, all);
    if (all > maxPassingRows) throw new SourceError(`the table ${table} has more than ${maxPassingRows} rows`);
  }
}
