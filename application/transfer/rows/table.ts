import type { IpamError } from '../../../domain/errors.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { SourceError } from '../../ports/moving/register.js';
import type { StorageError } from '../../ports/storage-error.js';

/** A row of a table. */
export interface InputRow {
  /** Its number as people count: the names of the columns are row 1. */
  readonly row: number;
  /** A cell for each column, as texts or JSON values. */
  readonly cells: readonly unknown[];
}

/** Rows of one sort of records. */
export interface RowTable {
  readonly kind: RowKind;
  /** Names of our columns, in the order of the cells. */
  readonly columns: readonly string[];
  /** What whoever made the table calls these, in the same order. */
  readonly titles: readonly string[];
  /** All rows; it is read twice, and more often when others are in the way. */
  rows(): AsyncIterable<readonly InputRow[]>;
}

/** What a table's columns are, where its own names do not say it: by these names, or for each column in their order. */
export type ColumnMapping = Readonly<Record<string, string>> | readonly string[];

/** Reads and writes tables as CSV texts. */
export interface CsvTables {
  /** @param bytes all of a file, from its beginning each time. @throws SourceError for what is no table, or does not fit the mapping */
  read(kind: RowKind, bytes: () => AsyncIterable<Uint8Array>, mapping: ColumnMapping): Promise<RowTable>;
  write(columns: readonly string[], rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string, void, undefined>;
}

/** A row that cannot be taken. */
export interface RowMistake {
  readonly table: RowKind;
  readonly row: number;
  /** The title of the column, where one is to blame. */
  readonly column: string | null;
  readonly problem: IpamError | string;
}

/** A table that cannot be read as such from some row on. Its text is one line for people. */
export class RowUnreadable extends Error {
  override readonly name = 'RowUnreadable';
  readonly row: number;

  constructor(row: number, problem: string) {
    super(problem);
    this.row = row;
  }
}

/** What came of rows. */
export interface RowReport {
  /** Whether the register has all of them now. */
  readonly imported: boolean;
  /** Rows of batches before the one with a mistake: they are written, and stay. */
  readonly kept: number;
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows with mistakes, of which the first ones are told. */
  readonly failed: number;
  readonly mistakes: readonly RowMistake[];
  /** Titles of columns that say what nobody can set. */
  readonly passedOver: readonly string[];
}

/** How rows are taken. */
export interface RowOptions {
  /** Whether records that are there are changed; else they are mistakes. */
  readonly updates?: boolean;
  /** Where rows belong that do not say it: names or ids. */
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  /**
   * Whether addresses are written batch by batch, each in a unit of work of its own, so that others go on in between. All are tried
   * first, and nothing is written when one has a mistake then; what is written stays when others are in the way of a later batch.
   */
  readonly inBatches?: boolean;
  /** Is told how many rows there are, before they are written: others may wait from then on. */
  readonly writing?: (rows: number) => void;
  /** Is told how far it is, 0 to 1. */
  readonly progressed?: (share: number, what: string) => void;
}

/** Rows of which some have mistakes: none was written, but those of batches before. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
  readonly report: RowReport;

  constructor(report: RowReport) {
    super(
      `${report.failed} of ${report.rows} rows have mistakes: ${report.kept > 0 ? `${report.kept} rows before are written` : 'nothing was written'}`,
    );
    this.report = report;
  }
}

/** The storage failed behind some batches, whose rows are written and stay. */
export class RowsInterrupted extends Error {
  override readonly name = 'RowsInterrupted';
  /** How many rows these are. */
  readonly kept: number;
  override readonly cause: StorageError;

  constructor(kept: number, cause: StorageError) {
    super(`${cause.message}; ${kept} rows are written`);
    this.kept = kept;
    this.cause = cause;
  }
}

/** What columns of a table are by a mapping. @throws SourceError for names that the table does not have, or another number */
export function mappedColumns(titles: readonly string[], mapping: ColumnMapping): readonly string[] {
  if (isList(mapping)) {
    if (mapping.length === titles.length) return mapping;
    throw new SourceError(`the mapping has ${mapping.length} columns, and the table ${titles.length}`);
  }
  for (const name of Object.keys(mapping))
    if (!titles.includes(name)) throw new SourceError(`the file has no column ${name}, but ${titles.join(', ')}`);
  return titles.map((title) => (Object.hasOwn(mapping, title) ? (mapping[title] ?? title) : title));
}

const isList = (mapping: ColumnMapping): mapping is readonly string[] => Array.isArray(mapping);

/** Mistakes that are told one by one. */
export const maxListedMistakes = 100;
