import { appAllows } from '../../../domain/access/app.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { afterRows, type ImportJob } from '../../../domain/transfer/import-job.js';
import type { Directory } from '../../access/sign-in/directory.js';
import { type Caller, callerOf } from '../../caller.js';
import type { Clock, Log, Timers, TokenSource } from '../../ports/environment.js';
import type { ImportChunk, ImportRowError } from '../../ports/imports.js';
import { SourceError } from '../../ports/register.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { RowImport } from './row-import.js';
import { type RecordRows, type RowError, type RowReport, type RowTable, rowErrorText } from './table.js';

export interface ImportRunnerPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly tokens: Pick<TokenSource, 'create'>;
  readonly directory: Directory;
  readonly rowImport: RowImport;
  readonly log: Log;
  readonly textOf: (problem: IpamError, language?: 'de') => string;
}

/** Duration of a reservation in milliseconds. It is renewed three times in this time. */
const reservationMs = 15_000;

/** Age at which ended and never started imports are deleted, in milliseconds. */
const maxAgeMs = 30 * 24 * 3_600_000;
const maxDeleted = 100;

/** Another process writes the import, or its state is no longer `running`. The unit of work must be rolled back. */
class ImportTaken extends Error {
  override readonly name = 'ImportTaken';
}

class ImportSuspended extends Error {
  override readonly name = 'ImportSuspended';
}

class ImportFailure extends Error {
  override readonly name = 'ImportFailure';
}

/**
 * Writes the rows of started imports in the background, with the current rights of their authors.
 * The unit of work of the rows also stores the progress, so that an interruption neither repeats nor skips a row.
 * Several processes may run: each import is reserved by one process.
 */
export class ImportRunner {
  readonly #ports: ImportRunnerPorts;
  readonly #holder: string;
  #isStopping = false;

  constructor(ports: ImportRunnerPorts) {
    this.#ports = ports;
    this.#holder = ports.tokens.create();
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Writes imports until none remains. @returns the number of ended imports */
  async run(): Promise<number> {
    const { unitOfWork, clock } = this.#ports;
    const claim = () => unitOfWork.run(({ imports }) => imports.claim(this.#holder, clock.now(), this.#reservedUntil()));
    for (let ended = 0; ; ) {
      const job = this.#isStopping ? undefined : await claim();
      if (!job) return ended;
      if (await this.#write(job)) ended++;
    }
  }

  /** Ends the reservations of this process, so that another one continues immediately. */
  async release(): Promise<void> {
    await this.#ports.unitOfWork.run(({ imports }) => imports.release(this.#holder));
  }

  /** Deletes old imports. @returns their number */
  async sweep(): Promise<number> {
    const { unitOfWork, clock } = this.#ports;
    const before = formatTimestamp(new Date(clock.now().getTime() - maxAgeMs));
    return unitOfWork.run(async ({ imports }) => {
      const outlived = await imports.outlived(before, maxDeleted);
      for (const id of outlived) await imports.delete(id);
      return outlived.length;
    });
  }

  #reservedUntil(): Date {
    return new Date(this.#ports.clock.now().getTime() + reservationMs);
  }

  async #write(claimed: ImportJob): Promise<boolean> {
    let job: ImportJob | undefined = claimed;
    const stopRenewal = this.#keepReserved(claimed.id);
    try {
      while (job?.state === 'running' && !this.#isStopping) {
        const chunk = await this.#ports.readers.imports.chunk(job.id, job.processed);
        if (!chunk) return await this.#end(job, null);
        await this.#writeChunk(job, chunk);
        job = await this.#ports.readers.imports.find(job.id);
      }
      return false;
    } catch (error) {
      if (error instanceof ImportTaken || error instanceof ImportSuspended) return false;
      const problem = this.#problemOf(error);
      if (problem === undefined || !job) throw error;
      return await this.#end(job, problem);
    } finally {
      stopRenewal();
    }
  }

  /** Renews the reservation while a unit of work lasts. A failed renewal is repeated. */
  #keepReserved(id: number): () => void {
    const { timers, unitOfWork } = this.#ports;
    let isStopped = false;
    let cancel = (): void => {};
    const schedule = (): void => {
      if (!isStopped)
        cancel = timers.after(
          reservationMs / 3,
          () =>
            void renew()
              .catch(() => {})
              .then(schedule),
        );
    };
    const renew = () => unitOfWork.run(({ imports }) => imports.renew(id, this.#holder, this.#reservedUntil()));
    schedule();
    return () => {
      isStopped = true;
      cancel();
    };
  }

  /** The reason for users; undefined for service failures, after which the import continues. */
  #problemOf(error: unknown): string | undefined {
    if (error instanceof IpamError) return this.#ports.textOf(error);
    return error instanceof SourceError || error instanceof ImportFailure ? error.message : undefined;
  }

  async #writeChunk(job: ImportJob, chunk: ImportChunk): Promise<void> {
    const caller = await this.#callerOf(job);
    const { update: updates, createMissing: createsMissing, section, vrf } = job;
    const options = { updates, createsMissing, ...(section && { section }), ...(vrf && { vrf }) };
    const record: RecordRows = (repositories, report, before) =>
      this.#record(repositories, { ...job, processed: job.processed + before }, report);
    await this.#ports.rowImport.writeValid(caller, tableOf(job, chunk), options, record);
  }

  async #callerOf({ userId, appId }: ImportJob): Promise<Caller> {
    const { readers, directory } = this.#ports;
    const [user, app] = await Promise.all([readers.users.find(userId), directory.app(appId)]);
    if (!user || user.disabled) throw new ImportFailure('the user of the import was removed or is disabled');
    if (!app || !appAllows(app, 'write')) throw new ImportFailure(`the application ${appId} may not write`);
    const caller = callerOf(app, user, await directory.policyFor(user));
    return {
      ...caller,
      requireAwaited: () => {
        if (this.#isStopping) throw new ImportSuspended();
      },
    };
  }

  /** Stores the progress in the unit of work of the rows. @throws ImportTaken if the import has changed meanwhile */
  async #record({ imports }: Repositories, { id, processed }: ImportJob, report: RowReport): Promise<void> {
    const stored = await imports.lock(id);
    if (stored?.state !== 'running' || stored.processed !== processed) throw new ImportTaken();
    if (!(await imports.renew(id, this.#holder, this.#reservedUntil()))) throw new ImportTaken();
    await imports.update(afterRows(stored, report.rows, { ...report, refused: report.failed }));
    await imports.addRowErrors(
      id,
      report.errors.map((error) => this.#stored(error)),
    );
  }

  #stored(error: RowError): ImportRowError {
    const { row, column } = error;
    const { textOf } = this.#ports;
    const german = rowErrorText(error, (problem) => textOf(problem, 'de'));
    return { row, column, message: rowErrorText(error, (problem) => textOf(problem)), german };
  }

  /** @param problem reason of a failure; null for success @returns whether the import was still running */
  async #end({ id, processed }: ImportJob, problem: string | null): Promise<boolean> {
    const { unitOfWork, clock, log } = this.#ports;
    const ended = await unitOfWork.run(async ({ imports }) => {
      const stored = await imports.lock(id);
      if (stored?.state !== 'running' || (problem === null && stored.processed !== processed)) return undefined;
      const state = problem === null ? 'done' : 'failed';
      const next: ImportJob = { ...stored, state, problem, endedAt: formatTimestamp(clock.now()) };
      await imports.update(next);
      return next;
    });
    if (ended) log.info('import ended', { import: id, state: ended.state, rows: ended.processed, refused: ended.refused });
    return ended !== undefined;
  }
}

const tableOf = ({ kind, table, processed }: ImportJob, { first, rows }: ImportChunk): RowTable => ({
  ...{ kind, columns: table?.columns ?? [], titles: table?.titles ?? [], skipsUnknown: table?.skipsUnknown ?? false },
  async *rows() {
    yield rows.slice(processed - first);
  },
});
