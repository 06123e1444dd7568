import { IpamError } from '../../../domain/errors.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import type { MissingRecord } from '../../../domain/transfer/missing-records.js';
import { SourceError } from '../../ports/register.js';
import type { StorageError } from '../../ports/storage-error.js';
import type { Repositories } from '../../ports/unit-of-work.js';

export interface InputRow {
  /** Row number in the file; the header is row 1. */
  readonly row: number;
  /** One cell per column: text or JSON values. */
  readonly cells: readonly unknown[];
  /** Why the row is not a record of the kind; its cells are ignored. */
  readonly skipReason?: string;
}

export interface RowTable {
  readonly kind: RowKind;
  readonly columns: readonly string[];
  readonly titles: readonly string[];
  /** Whether to ignore unknown columns, and further columns of the same meaning. */
  readonly skipsUnknown?: boolean;
  readonly source?: RowSource;
  /** All rows. Called at least twice, and again for each retry. */
  rows(): AsyncIterable<readonly InputRow[]>;
}

export interface RowSource {
  /** Format: csv, xlsx, or the name of a lease format. */
  readonly format?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly headerRow?: number;
  readonly sheet?: string;
  readonly preset?: string;
}

/** Column names by title, or as a list in column order. */
export type ColumnMapping = Readonly<Record<string, string>> | readonly string[];

export interface RowMapping {
  readonly columns?: ColumnMapping;
  /** Name of a preset. undefined: recognized by the titles; `none`: no preset. */
  readonly preset?: string;
  /** Replacements of cell texts: by column name, then by cell text in lower case. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ignores unknown columns, like presets. */
  readonly skipUnknown?: boolean;
}

/** Bytes of a file. Each call starts at the beginning. */
export type FileBytes = () => AsyncIterable<Uint8Array>;

export interface CsvTables {
  /** @throws SourceError for an invalid file or mapping */
  read(kind: RowKind, bytes: FileBytes, mapping: RowMapping): Promise<RowTable>;
  write(columns: readonly string[], rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string, void, undefined>;
}

export interface RowError {
  readonly table: RowKind;
  readonly row: number;
  /** Title of the column; null if the error concerns the row. */
  readonly column: string | null;
  /** A text: why the rest of the table is unreadable. */
  readonly problem: IpamError | string;
  /** The missing record that cannot be created because of the problem. */
  readonly uncreated?: MissingRecord;
}

export function rowErrorText({ problem, uncreated }: RowError, textOf: (problem: IpamError) => string): string {
  if (typeof problem === 'string') return problem;
  const text = textOf(problem);
  if (!uncreated) return text;
  return textOf(new IpamError('row.uncreated', { kind: uncreated.kind, name: listed([uncreated.name]), reason: text }));
}

/** A row that is not a record of the kind. */
export interface SkippedRow {
  readonly table: RowKind;
  readonly row: number;
  readonly reason: string;
}

/** A table that is unreadable from some row on. The message is one line. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError';
  readonly row: number;

  constructor(row: number, problem: string) {
    super(problem);
    this.row = row;
  }
}

export interface RowReport {
  readonly imported: boolean;
  /** Number of rows written by batches before the first error. */
  readonly written: number;
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of rows with errors. Only the first ones are listed. */
  readonly failed: number;
  readonly errors: readonly RowError[];
  /** Titles of ignored columns: read-only ones, and those that the mapping skips. */
  readonly ignoredColumns: readonly string[];
  /** Rows that are not records of the kind, of which the first ones are listed. */
  readonly skipped: number;
  readonly skippedRows: readonly SkippedRow[];
  /** Number of records created for references by name, of which the first ones are listed. */
  readonly added: number;
  readonly addedRecords: readonly MissingRecord[];
}

/**
 * Stores the progress within the unit of work of the rows. The report includes refused rows.
 * @param before number of rows of the table before this unit of work
 */
export type RecordRows = (repositories: Repositories, report: RowReport, before: number) => Promise<void>;

export interface RowOptions {
  /** Whether to change existing records. Default: existing records are errors. */
  readonly updates?: boolean;
  /** Whether to create missing records of the kinds in `referableKinds`, to which rows refer by name. Excludes `inBatches`. */
  readonly createsMissing?: boolean;
  /** Default section and VRF: names or ids. */
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  /**
   * Writes addresses in batches with separate units of work, so that other writers run in between. A dry run precedes them.
   * With errors, nothing is written. Committed batches remain if a later one conflicts.
   */
  readonly inBatches?: boolean;
  /** Called at the end of each unit of work, except in dry runs. */
  readonly record?: RecordRows;
  /** Receives the number of rows before writing begins. Other writers may wait from then on. */
  readonly writing?: (rows: number) => void;
  /** Receives the progress, 0 to 1. */
  readonly progressed?: (share: number, what: string) => void;
}

/** Rows have errors. Nothing was written, except for earlier batches. */
export class RefusedRowsError extends Error {
  override readonly name = 'RefusedRowsError';
  readonly report: RowReport;

  constructor(report: RowReport) {
    super(
      `${report.failed} of ${report.rows} rows have errors: ${report.written > 0 ? `${report.written} earlier rows were written` : 'nothing was written'}`,
    );
    this.report = report;
  }
}

/** The storage failed after some batches. Their rows are written. */
export class InterruptedRowsError extends Error {
  override readonly name = 'InterruptedRowsError';
  readonly written: number;
  override readonly cause: StorageError;

  constructor(written: number, cause: StorageError) {
    super(`${cause.message}; ${written} rows were written`);
    this.written = written;
    this.cause = cause;
  }
}

/**
 * Maximum number of columns of a table, and of characters of a title. Both are limited because each title is compared with the
 * names and spellings of all columns.
 */
export const maxColumns = 1000;
const maxTitleLength = 256;

export function requireTitles(titles: readonly string[]): void {
  if (titles.length > maxColumns) throw new SourceError(`more than ${maxColumns} columns`);
  const long = titles.findIndex((title) => title.length > maxTitleLength);
  if (long >= 0) throw new SourceError(`the title of column ${long + 1} has more than ${maxTitleLength} characters`);
}

/** Applies a mapping to titles. @throws SourceError for unknown titles, or a list of another length */
export function mappedColumns(titles: readonly string[], mapping: ColumnMapping): readonly string[] {
  if (isList(mapping)) {
    if (mapping.length === titles.length) return mapping;
    throw new SourceError(`the mapping has ${mapping.length} columns, but the table has ${titles.length}`);
  }
  for (const name of Object.keys(mapping))
    if (!titles.includes(name)) throw new SourceError(`the file has no column ${name}; it has ${listed(titles)}`);
  return titles.map((title) => (Object.hasOwn(mapping, title) ? (mapping[title] ?? title) : title));
}

const isList = (mapping: ColumnMapping): mapping is readonly string[] => Array.isArray(mapping);

export const maxListedErrors = 100;
export const maxListedSkips = 100;
export const maxListedAdditions = 100;

export function listed(names: readonly string[]): string {
  const further = names.length - maxNamed;
  const first = names.slice(0, maxNamed).map((name) => (name.length > maxName ? `${name.slice(0, maxName)}…` : name));
  return first.join(', ') + (further > 0 ? ` and ${further} more` : '');
}

const maxNamed = 20;
const maxName = 100;
