import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';
import { rowKinds } from './columns.js';

/** Maximum number of rows, and of characters in all cells, of a stored import. */
export const maxImportRows = 200_000;
export const maxImportLength = 64 * 1024 * 1024;

/** Stored imports of a user. A new import replaces the oldest ended one. */
export const maxImportsOfUser = 20;

/**
 * receiving: rows are added; running: rows are written in the background; done: every row was written or refused; stopped:
 * stopped by a user; failed: a problem of all rows prevented further writes.
 */
export const importStates = ['receiving', 'running', 'done', 'stopped', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const count = { type: 'integer', readOnly: true } as const;

export const importFields = defineAdministered({
  id: { type: 'integer', readOnly: true, meaning: 'ID of the import.' },
  kind: { type: 'enum', values: rowKinds, required: true, meaning: 'Kind of the records.' },
  file: { type: 'text', max: 255, meaning: 'Name of the file of the rows.' },
  update: { type: 'flag', meaning: 'Whether rows change existing records. Otherwise such a row is refused.' },
  createMissing: {
    type: 'flag',
    meaning:
      'Whether sections, customers, locations, L2 domains, VLANs, VRFs and devices that rows name and that do not exist are created. They stay if their rows are refused.',
  },
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
  added: { ...count, meaning: 'Number of records created for references by name (`createMissing`).' },
  skipped: { ...count, meaning: 'Number of rows of the file that are not records of the kind.' },
  problem: { type: 'text', max: 65535, readOnly: true, nullable: true, meaning: 'Why the import failed; null otherwise.' },
  createdAt: { type: 'timestamp', readOnly: true, meaning: 'Time of creation.' },
  endedAt: {
    ...{ type: 'timestamp', readOnly: true, nullable: true },
    meaning: 'Time when it was done, stopped or failed; null before.',
  },
});

/** All rows of an import have the same columns. */
export interface ImportColumns {
  /** Column names of this system, in the order of the cells. */
  readonly columns: readonly string[];
  /** Column titles of the file, in the same order. */
  readonly titles: readonly string[];
  readonly skipsUnknown: boolean;
}

export interface ImportJob extends AdministeredValues<typeof importFields> {
  /** The author. Rows are written with the author's rights. Deleting the user deletes the import. */
  readonly userId: number;
  readonly appId: string;
  /** Null before the first rows. */
  readonly table: ImportColumns | null;
  /** Characters of the stored cells. */
  readonly length: number;
}

export interface ImportCounts extends Pick<ImportJob, 'created' | 'changed' | 'unchanged' | 'refused' | 'added'> {}

export const equalColumns = (one: ImportColumns, other: ImportColumns): boolean =>
  one.skipsUnknown === other.skipsUnknown && equalTexts(one.columns, other.columns) && equalTexts(one.titles, other.titles);

const equalTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/** A stopped or failed import has ended, but can continue. */
export const hasEnded = ({ state }: Pick<ImportJob, 'state'>): boolean => state !== 'receiving' && state !== 'running';

export const afterRows = <J extends ImportJob>(job: J, rows: number, counts: ImportCounts): J => ({
  ...job,
  processed: job.processed + rows,
  created: job.created + counts.created,
  changed: job.changed + counts.changed,
  unchanged: job.unchanged + counts.unchanged,
  refused: job.refused + counts.refused,
  added: job.added + counts.added,
});
