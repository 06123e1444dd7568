import type { Finding } from '../../application/ports/consistency.js';
import type { ImportReport } from '../../application/transfer/register/report.js';
import type { RowMapping, RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import type { Loss } from '../../domain/transfer/imported-value.js';
import type { Check } from './commands/doctor/check.js';
import type { Execute } from './execution.js';
import type { ReportText, RowArguments } from './row-errors.js';
import type { RowProgress } from './socket/row-client.js';
import type { Terminal } from './terminal.js';

/** Runs work whose commands the service executes, or this process on the database. */
export type WithCommands = <T>(work: (execute: Execute) => Promise<T>) => Promise<T>;

type Texts = AsyncIterable<string | Uint8Array>;

/**
 * The work of commands with settings, databases, files and other services. Functions that open a database or a service
 * read the settings first.
 * @throws errors of invalid settings, DatabaseError, CommandRefused, SourceError, FileUnwritable
 */
export interface ProgramWork {
  readonly version: string;
  /** Environment variables for the help. */
  readonly variables: readonly { readonly name: string; readonly meaning: string; readonly fallback?: string | undefined }[];
  readonly connect: () => WithCommands;
  /** Runs the service until a signal stops it. */
  readonly serve: (options: ServeOptions, terminal: Terminal) => Promise<boolean>;
  /** @param seconds maximum wait for an unavailable database */
  readonly migrate: (seconds: number, reports: MigrationReports) => Promise<void>;
  readonly createScanOwner: () => string;
  /** Called at the start of a scan; settled when a signal stops it. */
  readonly stopSignal: () => Promise<unknown>;
  readonly check: (repair: boolean, report: (finding: Finding) => void) => Promise<void>;
  readonly doctorChecks: () => Promise<readonly Check[]>;
  /** Connects standard input and output to the service until they end. */
  readonly bridgeMcp: () => Promise<void>;
  readonly describeRest: (dialect: 'numbers' | 'strings') => Promise<object>;
  readonly describeEvents: () => Promise<object>;
  /** Whether a word is the name of a table or column of phpIPAM. */
  readonly isPhpIpamName: (word: string) => boolean;
  /** @param report called before the database is closed, also with the report of a refused import */
  readonly importPhpIpam: (
    source: string,
    options: PhpIpamOptions,
    terminal: Terminal,
    report: (report: ImportReport) => void,
  ) => Promise<void>;
  /** Reads a NetBox completely, then writes its rows. Without `rows`, a loss prevented the import. */
  readonly importNetbox: (
    source: string,
    options: NetboxOptions,
    terminal: Terminal,
  ) => Promise<{ readonly report: ImportReport; readonly rows: ReportText | undefined }>;
  /** Reads a file, decompressed. */
  readonly readFile: (file: string) => AsyncIterable<Uint8Array>;
  readonly writeFile: (file: string, texts: Texts) => Promise<void>;
  /** @throws SourceError for files of other formats, and for unknown columns in `mapping` */
  readonly readTable: (kind: RowKind, file: string, mapping: RowMapping) => Promise<RowTable>;
  readonly connectRows: () => RowWork;
  /** Writes all data into a file. Returns the number of rows. */
  readonly exportTo: (file: string, terminal: Terminal) => Promise<number>;
  /** Writes all data into a new file and removes the oldest files. @param keep number of files to retain; undefined: all */
  readonly backUp: (directory: string, keep: number | undefined, terminal: Terminal) => Promise<WrittenBackup>;
  /** @param report called before the database is closed */
  readonly restore: (
    source: ArchiveFile & { readonly replace: boolean },
    terminal: Terminal,
    report: (restored: Restored) => void,
  ) => Promise<void>;
  readonly verify: (source: ArchiveFile, terminal: Terminal) => Promise<Verification>;
}

export interface ServeOptions {
  /** With 0, this process serves requests. */
  readonly workers: number;
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

interface MigrationReports {
  /** Called with the reason of a wait. */
  readonly waits: (problem: string) => void;
  /** Called with the names of the applied migrations, before the database is closed. */
  readonly migrated: (names: readonly string[]) => void;
}

export interface AccessWords {
  /** A path, or - for standard input. */
  readonly passwordFile?: string;
  readonly tls?: boolean;
  readonly tlsCa?: string;
}

export interface PhpIpamOptions extends AccessWords {
  readonly dryRun: boolean;
  readonly accept: readonly string[];
}

export interface NetboxOptions {
  readonly section: string;
  readonly dryRun: boolean;
  readonly accept: readonly Loss[];
}

interface RowWork {
  importRows(tables: readonly RowTable[], words: RowArguments, progress: RowProgress): Promise<ReportText>;
  exportRows(kind: RowKind, section: string | undefined, take: (texts: Texts) => Promise<void>): Promise<void>;
}

export interface WrittenBackup {
  readonly file: string;
  readonly rows: number;
  readonly removed: readonly string[];
}

export interface ArchiveFile {
  /** A path, or s3://BUCKET/KEY. */
  readonly file: string;
  /** File with the private keys of an encrypted file. */
  readonly identity: string | undefined;
}

interface Restored {
  readonly rows: number;
  readonly findings: readonly Finding[];
}

export interface Verification extends Restored {
  readonly tables: number;
  readonly schema: { readonly archived: number; readonly current: number };
  readonly differences: readonly string[];
}
