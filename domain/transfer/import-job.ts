import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';
import { rowKinds } from './columns.js';

/** Rows and characters of their cells that a stored import has at most. */
export const maxImportRows = 200_000;
export const maxImportLength = 64 * 1024 * 1024;

/** Stored imports of a user; a new one replaces the oldest that has ended. */
export const maxImportsOfUser = 20;

/**
 * receiving: rows are added; running: rows are written in the background; done: all rows were written or refused; stopped: by a
 * user; failed: rows remain that could not be written for a reason that concerns all rows.
 */
export const importStates = ['receiving', 'running', 'done', 'stopped', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const count = { type: 'integer', readOnly: true } as const;

/** The fields of stored imports, as users set and see them. */
export const importFields = defineAdministered({
  id: { type: 'integer', readOnly: true, meaning: 'ID of the import.' },
  kind: { type: 'enum', values: rowKinds, required: true, meaning: 'Kind of the records.' },
  file: { type: 'text', max: 255, meaning: 'Name of the file of the rows.' },
  update: { type: 'flag', meaning: 'Whether rows change existing records. Otherwise such a row is refused.' },
  section: { type: 'text', max: 255, meaning: 'Section of rows without a section: name or id.' },
  vrf: { type: 'text', max: 255, meaning: 'VRF of rows without a VRF: name or id; 0 for none.' },
  state: {
    ...{ type: 'enum', values: importStates, readOnly: true },
    meaning:
      'receiving: rows are added; running: the service writes the rows; done: each row was written or refused; stopped: a user has stopped it; failed: a problem concerns all remaining rows.',
  },
  received: { ...count, meaning: 'Number of received rows.' },
  processed: { ...count, meaning: 'Number of rows that were written or refused.' },
  created: { ...count, meaning: 'Number of created records.' },
  changed: { ...count, meaning: 'Number of changed records.' },
  unchanged: { ...count, meaning: 'Number of rows that equal their record.' },
  refused: { ...count, meaning: 'Number of refused rows.' },
  problem: { type: 'text', max: 65535, readOnly: true, nullable: true, meaning: 'Why the import failed; null otherwise.' },
  createdAt: { type: 'timestamp', readOnly: true, meaning: 'Time of creation.' },
  endedAt: {
    ...{ type: 'timestamp', readOnly: true, nullable: true },
    meaning: 'Time when it was done, stopped or failed; null before.',
  },
});

/** The columns of the rows of an import. All rows have the same. */
export interface ImportColumns {
  /** Names of this system, in the order of the cells. */
  readonly columns: readonly string[];
  /** Titles of the file, in the same order. */
  readonly titles: readonly string[];
  /** Whether unknown columns are ignored. */
  readonly skipsUnknown: boolean;
}

/** An import whose rows are stored, and written in the background. */
export interface ImportJob extends AdministeredValues<typeof importFields> {
  /** The author, with whose rights the rows are written. The import is deleted with the user. */
  readonly userId: number;
  /** The application of the author. */
  readonly appId: string;
  /** Null before the first rows. */
  readonly table: ImportColumns | null;
  /** Characters of the stored cells. */
  readonly length: number;
}

/** What a row did. */
export interface ImportCounts extends Pick<ImportJob, 'created' | 'changed' | 'unchanged' | 'refused'> {}

/** Whether two sets of columns are the same. */
export const equalColumns = (one: ImportColumns, other: ImportColumns): boolean =>
  one.skipsUnknown === other.skipsUnknown && equalTexts(one.columns, other.columns) && equalTexts(one.titles, other.titles);

const equalTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/** Whether an import is over, though a stopped or failed one can continue. */
export const hasEnded = ({ state }: Pick<ImportJob, 'state'>): boolean => state !== 'receiving' && state !== 'running';

/** An import after some of its rows. @param rows their number */
export const afterRows = <J extends ImportJob>(job: J, rows: number, counts: ImportCounts): J => ({
  ...job,
  processed: job.processed + rows,
  created: job.created + counts.created,
  changed: job.changed + counts.changed,
  unchanged: job.unchanged + counts.unchanged,
  refused: job.refused + counts.refused,
});
