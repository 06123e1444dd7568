import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { append } from '../../../domain/grouping.js';
import { formatTimestamp, readId, scalarText } from '../../../domain/scalar-text.js';
import {
  equalColumns,
  hasEnded,
  type ImportColumns,
  type ImportJob,
  type ImportState,
  importFields,
  maxImportLength,
  maxImportRows,
  maxImportsOfUser,
} from '../../../domain/transfer/import-job.js';
import { Entry, entryMembers, invalidEntry, labelOf, readEntry } from '../../access/provisioning/entry.js';
import type { Caller } from '../../caller.js';
import { chunksOf } from '../../listing.js';
import type { Clock } from '../../ports/environment.js';
import type { ImportReader, ImportRow, ImportRowError } from '../../ports/imports.js';
import { SourceError } from '../../ports/register.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { recordsIn } from './row-batches.js';
import { isEmptyRow, RowReading } from './row-reading.js';
import type { RowTable } from './table.js';

export type ListedImport = Omit<ImportJob, 'userId' | 'appId' | 'table' | 'length'>;

export type ImportInput = AdministeredInput<typeof importFields>;

/** The refused rows of an import, as a table to correct and import again. */
export interface RefusedRows {
  readonly columns: readonly string[];
  rows(): AsyncGenerator<readonly (readonly string[])[], void, undefined>;
}

const members = entryMembers(importFields);

/** Number of rows per chunk. Addresses are written in several units of work, other kinds in one. */
const chunkSizeOf = (kind: ImportJob['kind']): number => (kind === 'address' ? 500 : 50);

const maxRefusedAtOnce = 500;

/** Name of the column with the reasons of refused rows. Imports ignore it. */
export const reasonColumn = 'problem';

/**
 * Imports whose rows are stored first. ImportRunner then writes the rows in the background, even if the client has disconnected.
 * Users see only their own imports.
 * @throws IpamError permission.denied for callers without a user or with a key; administration.unknown for an unknown id
 */
export class ImportJobs {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Imports of the caller, newest first. */
  async list(caller: Caller): Promise<ListedImport[]> {
    return (await this.#readers.imports.list(authorIn(caller).id)).map(listed);
  }

  async read(caller: Caller, id: string): Promise<ListedImport> {
    return listed(await this.#own(caller, id));
  }

  /** Creates an import without rows. @throws IpamError provision.invalid */
  async add(caller: Caller, input: ImportInput): Promise<ListedImport> {
    const user = authorIn(caller);
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      await repositories.settings.lock(); // parallel requests could exceed the limit
      const label = labelOf('import', scalarText(input.file) ?? '');
      const content = readEntry(new Entry(input, label, members), importFields);
      await makeRoom(repositories, user.id, label);
      const job: Omit<ImportJob, 'id'> = {
        ...content,
        ...{ userId: user.id, appId: caller.app?.id ?? '', table: null, length: 0, state: 'receiving', problem: null },
        ...{ received: 0, processed: 0, created: 0, changed: 0, unchanged: 0, refused: 0, added: 0, skipped: 0 },
        ...{ createdAt: formatTimestamp(this.#clock.now()), endedAt: null },
      };
      return listed({ ...job, id: await repositories.imports.insert(job) });
    });
  }

  /**
   * Appends rows. Empty rows are ignored.
   * @param firstRow row number in the file of the first row after the titles; default: the rows follow those of earlier requests
   * @throws IpamError import.state unless the import is receiving rows, field.unknown for a column
   * @throws SourceError for columns that differ from those of earlier rows, two columns of the same meaning, and too many rows
   */
  async addRows(caller: Caller, id: string, table: RowTable, firstRow?: number): Promise<ListedImport> {
    const job = await this.#own(caller, id);
    requireState(job, 'receiving');
    await RowReading.of(this.#readers, table, {});
    const rows: ImportRow[] = [];
    let skipped = 0;
    for await (const chunk of table.rows()) {
      skipped += chunk.length - recordsIn(chunk).length;
      rows.push(
        ...recordsIn(chunk)
          .filter(({ cells }) => !isEmptyRow(cells))
          .map(({ row, cells }) => ({ row, cells })),
      );
    }
    return runFor(this.#unitOfWork, caller, async ({ imports }) => {
      const stored = await lockOwn({ imports }, caller, id);
      requireState(stored, 'receiving');
      const changed = { ...withRows(stored, table, rows), skipped: stored.skipped + skipped };
      const titlesRow = table.source?.headerRow ?? 1;
      const rowBefore = firstRow === undefined ? await lastRowOf(imports, stored) : firstRow - 1;
      const numbered = rows.map(({ row, cells }) => ({ row: row + (rowBefore ?? titlesRow) - titlesRow, cells }));
      let first = stored.received;
      for (const chunk of chunksOf(numbered, chunkSizeOf(stored.kind))) {
        await imports.addChunk(stored.id, { first, rows: chunk });
        first += chunk.length;
      }
      await imports.update(changed);
      return listed(changed);
    });
  }

  /** Starts or continues writing. @throws IpamError import.state for a running or completed import */
  async start(caller: Caller, id: string): Promise<ListedImport> {
    return this.#change(caller, id, (job) => {
      requireState(job, 'receiving', 'stopped', 'failed');
      return { ...job, state: 'running', problem: null, endedAt: null };
    });
  }

  /** Stops between two units of work. Written rows remain. @throws IpamError import.state unless the import is running */
  async stop(caller: Caller, id: string): Promise<ListedImport> {
    return this.#change(caller, id, (job) => {
      requireState(job, 'running');
      return { ...job, state: 'stopped', endedAt: formatTimestamp(this.#clock.now()) };
    });
  }

  /** Deletes an import and its refused rows, but not the written records. @throws IpamError import.state for a running import */
  async remove(caller: Caller, id: string): Promise<void> {
    authorIn(caller);
    return runFor(this.#unitOfWork, caller, async ({ imports }) => {
      const job = await lockOwn({ imports }, caller, id);
      requireState(job, 'receiving', 'done', 'stopped', 'failed');
      await imports.delete(job.id);
    });
  }

  /** Row errors by row number. @param max number of refused rows; all rows by default */
  async rowErrors(
    caller: Caller,
    id: string,
    max = Number.POSITIVE_INFINITY,
  ): Promise<AsyncGenerator<ImportRowError, void, undefined>> {
    const job = await this.#own(caller, id);
    return this.#rowErrorsOf(job, max);
  }

  /** @param messageOf returns the message of an error in the language of the caller */
  async refusedRows(caller: Caller, id: string, messageOf = englishOf): Promise<RefusedRows> {
    const job = await this.#own(caller, id);
    return { columns: [...(job.table?.columns ?? []), reasonColumn], rows: () => this.#refusedOf(job, messageOf) };
  }

  async *#rowErrorsOf({ id }: ImportJob, max: number): AsyncGenerator<ImportRowError, void, undefined> {
    for (let [after, left] = [0, max]; left > 0; ) {
      const found = await this.#readers.imports.rowErrors(id, after, Math.min(left, maxRefusedAtOnce));
      yield* found;
      const last = found.at(-1);
      if (!last) return;
      after = last.row;
      left -= new Set(found.map(({ row }) => row)).size;
    }
  }

  async *#refusedOf(job: ImportJob, messageOf: MessageOf): AsyncGenerator<readonly (readonly string[])[], void, undefined> {
    const reasons = new Map<number, string[]>();
    for await (const error of this.#rowErrorsOf(job, Number.POSITIVE_INFINITY)) {
      const [{ row, column }, message] = [error, messageOf(error)];
      append(reasons, row, column === null ? message : `${column}: ${message}`);
    }
    for (let index = 0; index < job.processed && reasons.size > 0; ) {
      const chunk = await this.#readers.imports.chunk(job.id, index);
      if (!chunk) return;
      const refused = chunk.rows.filter(({ row }) => reasons.has(row));
      yield refused.map(({ row, cells }) => [...cells.map(cellText), (reasons.get(row) ?? []).join('; ')]);
      for (const { row } of refused) reasons.delete(row);
      index = chunk.first + chunk.rows.length;
    }
  }

  async #change(caller: Caller, id: string, change: (job: ImportJob) => ImportJob): Promise<ListedImport> {
    authorIn(caller);
    return runFor(this.#unitOfWork, caller, async ({ imports }) => {
      const changed = change(await lockOwn({ imports }, caller, id));
      await imports.update(changed);
      return listed(changed);
    });
  }

  async #own(caller: Caller, id: string): Promise<ImportJob> {
    const user = authorIn(caller);
    const number = readId(id);
    return requireOwn(number === undefined ? undefined : await this.#readers.imports.find(number), user, id);
  }
}

type MessageOf = (error: ImportRowError) => string;

const englishOf: MessageOf = ({ message }) => message;

const cellText = (cell: unknown): string => (typeof cell === 'object' ? JSON.stringify(cell) : (scalarText(cell) ?? ''));

function authorIn({ user, key }: Caller): User {
  if (!user || key) throw new IpamError('permission.denied');
  return user;
}

async function lockOwn({ imports }: Pick<Repositories, 'imports'>, caller: Caller, id: string): Promise<ImportJob> {
  const user = authorIn(caller);
  const number = readId(id);
  return requireOwn(number === undefined ? undefined : await imports.lock(number), user, id);
}

function requireOwn(job: ImportJob | undefined, { id: userId }: User, id: string): ImportJob {
  if (job?.userId !== userId) throw new IpamError('administration.unknown', { what: 'import', name: id });
  return job;
}

function requireState({ state }: ImportJob, ...permitted: readonly ImportState[]): void {
  if (!permitted.includes(state)) throw new IpamError('import.state', { state });
}

async function makeRoom({ imports }: Repositories, userId: number, label: string): Promise<void> {
  const jobs = await imports.list(userId);
  if (jobs.length < maxImportsOfUser) return;
  const oldest = jobs.findLast(hasEnded);
  if (!oldest)
    invalidEntry(label, `cannot be added: ${maxImportsOfUser} imports have not ended, the maximum: wait, or stop one of them`);
  await imports.delete(oldest.id);
}

/** The row number of the last received row; undefined without rows. */
const lastRowOf = async (imports: ImportReader, { id, received }: ImportJob): Promise<number | undefined> =>
  (await imports.chunk(id, received - 1))?.rows.at(-1)?.row;

function withRows(job: ImportJob, { columns, titles, skipsUnknown = false }: RowTable, rows: readonly ImportRow[]): ImportJob {
  const table: ImportColumns = { columns, titles, skipsUnknown };
  if (job.table && !equalColumns(job.table, table)) throw new SourceError('the columns differ from those of the earlier rows');
  const received = job.received + rows.length;
  if (received > maxImportRows) throw new SourceError(`an import can have at most ${maxImportRows} rows`);
  const length = rows.reduce(
    (sum, { cells }) => sum + cells.reduce<number>((all, cell) => all + cellText(cell).length, 0),
    job.length,
  );
  if (length > maxImportLength) throw new SourceError(`an import can have at most ${maxImportLength} characters`);
  return { ...job, table: job.table ?? table, received, length };
}

const listed = ({ userId: _user, appId: _app, table: _table, length: _length, ...job }: ImportJob): ListedImport => job;
