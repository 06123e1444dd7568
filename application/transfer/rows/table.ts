import type { IpamError } from '../../../domain/errors.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { SourceError } from '../../ports/moving/register.js';
import type { StorageError } from '../../ports/storage-error.js';
import type { Repositories } from '../../ports/unit-of-work.js';

export interface InputRow {
  /** Row number in the file; the header is row 1. */
  readonly row: number;
  /** One cell per column: text or JSON values. */
  readonly cells: readonly unknown[];
  /** Why the row is no record of the kind; its cells are ignored. */
  readonly skipReason?: string;
}

export interface RowTable {
  readonly kind: RowKind;
  /** Column names of this system, in the order of the cells. */
  readonly columns: readonly string[];
  /** Column titles of the file, in the same order. */
  readonly titles: readonly string[];
  /** Whether unknown columns, and further columns of the same meaning, are ignored. */
  readonly skipsUnknown?: boolean;
  /** The detected form of the file. */
  readonly source?: RowSource;
  /** All rows. Called at least twice, and again for each retry. */
  rows(): AsyncIterable<readonly InputRow[]>;
}

/** The form of a file, as far as it was detected. */
export interface RowSource {
  /** The format: csv, xlsx, and the names of lease files. */
  readonly format?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  /** Row number of the titles. */
  readonly headerRow?: number;
  readonly sheet?: string;
  readonly preset?: string;
}

/** Maps the titles of a file to column names: by title, or as a list in column order. */
export type ColumnMapping = Readonly<Record<string, string>> | readonly string[];

/** The meaning of the columns and values of a file. It can be stored as a JSON file. */
export interface RowMapping {
  readonly columns?: ColumnMapping;
  /** The name of a preset; without it, a preset is recognized by the titles. `none` selects no preset. */
  readonly preset?: string;
  /** Our spelling by our column, and by their spelling in lower case. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ignores unknown columns. Presets do so. */
  readonly skipUnknown?: boolean;
}

/** The bytes of a file; each call starts at the beginning. */
export type FileBytes = () => AsyncIterable<Uint8Array>;

export interface CsvTables {
  /** @throws SourceError for an invalid file or mapping */
  read(kind: RowKind, bytes: FileBytes, mapping: RowMapping): Promise<RowTable>;
  write(columns: readonly string[], rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string, void, undefined>;
}

export interface RowMistake {
  readonly table: RowKind;
  readonly row: number;
  /** Title of the column, if the error belongs to one. */
  readonly column: string | null;
  readonly problem: IpamError | string;
}

/** A row that is no record of the kind. */
export interface SkippedRow {
  readonly table: RowKind;
  readonly row: number;
  readonly reason: string;
}

/** A table that is unreadable from some row on. The message is one line. */
export class RowUnreadable extends Error {
  override readonly name = 'RowUnreadable';
  readonly row: number;

  constructor(row: number, problem: string) {
    super(problem);
    this.row = row;
  }
}

export interface RowReport {
  readonly imported: boolean;
  /** Rows written by batches before the one with an error. */
  readonly kept: number;
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows with errors, of which the first ones are listed. */
  readonly failed: number;
  readonly mistakes: readonly RowMistake[];
  /** Titles of ignored columns: read-only ones, and those that the mapping skips. */
  readonly passedOver: readonly string[];
  /** Rows that are no records of the kind, of which the first ones are listed. */
  readonly skipped: number;
  readonly skippedRows: readonly SkippedRow[];
}

/**
 * Stores the progress with the rows that a unit of work has written. The report contains the refused rows, too.
 * @param before number of rows of the table before those of the unit of work
 */
export type RecordRows = (repositories: Repositories, report: RowReport, before: number) => Promise<void>;

export interface RowOptions {
  /** Whether existing records are changed; otherwise they are errors. */
  readonly updates?: boolean;
  /** Default section and VRF of rows without one: names or ids. */
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  /**
   * Writes addresses in batches, each in its own unit of work, to let other writers in between. A dry run of all rows comes
   * first, and with errors nothing is written. Committed batches remain when a later one conflicts.
   */
  readonly inBatches?: boolean;
  /** Called in the unit of work, after its rows. It is not called in dry runs. */
  readonly record?: RecordRows;
  /** Called with the number of rows before writing begins; other writers may wait from then on. */
  readonly writing?: (rows: number) => void;
  /** Called with the progress, 0 to 1. */
  readonly progressed?: (share: number, what: string) => void;
}

/** Rows with errors. Nothing was written, except for batches before. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
  readonly report: RowReport;

  constructor(report: RowReport) {
    super(
      `${report.failed} of ${report.rows} rows have errors: ${report.kept > 0 ? `${report.kept} rows before are written` : 'nothing was written'}`,
    );
    this.report = report;
  }
}

/** The storage failed after some batches, whose rows are written. */
export class RowsInterrupted extends Error {
  override readonly name = 'RowsInterrupted';
  readonly kept: number;
  override readonly cause: StorageError;

  constructor(kept: number, cause: StorageError) {
    super(`${cause.message}; ${kept} rows are written`);
    this.kept = kept;
    this.cause = cause;
  }
}

/** Applies a mapping to titles. @throws SourceError for unknown titles, or a list of another length */
export function mappedColumns(titles: readonly string[], mapping: ColumnMapping): readonly string[] {
  if (isList(mapping)) {
    if (mapping.length === titles.length) return mapping;
    throw new SourceError(`the mapping has ${mapping.length} columns, and the table ${titles.length}`);
  }
  for (const name of Object.keys(mapping))
    if (!titles.includes(name)) throw new SourceError(`the file has no column ${name}, but ${listed(titles)}`);
  return titles.map((title) => (Object.hasOwn(mapping, title) ? (mapping[title] ?? title) : title));
}

const isList = (mapping: ColumnMapping): mapping is readonly string[] => Array.isArray(mapping);

export const maxListedMistakes = 100;
export const maxListedSkips = 100;

/** Titles or types in a message, at most 20 of them. */
export function listed(names: readonly string[]): string {
  const further = names.length - maxNamed;
  const first = names.slice(0, maxNamed).map((name) => (name.length > maxName ? `${name.slice(0, maxName)}…` : name));
  return first.join(', ') + (further > 0 ? ` and ${further} more` : '');
}

const maxNamed = 20;
const maxName = 100;
