import { formatTimestamp, readId } from '../../../domain/scalar-text.js';
import { AddressPositions } from '../../../domain/transfer/address-positions.js';
import type { Caller } from '../../caller.js';
import { lockSubnets } from '../../inventory/row-locks.js';
import type { Clock, Timers } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import { UndoneWork, type UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { withoutWriteOptions } from '../bulk/ensured.js';
import { AddressRows } from './address-rows.js';
import { batchesOf, rowErrorOf, rowErrorsOf } from './row-batches.js';
import { comesAgain } from './row-errors.js';
import { RowFindings } from './row-findings.js';
import type { ReadRow, Referred, RowReading } from './row-reading.js';
import type { RowOutcome } from './row-writers.js';
import {
  type InputRow,
  InterruptedRowsError,
  type RecordRows,
  RefusedRowsError,
  type RowOptions,
  type RowReport,
  type RowTable,
  type SkippedRow,
  UnreadableRowError,
} from './table.js';

/** Maximum number of rows per batch. With an embedded database, all other writers wait for a batch. */
const maxBatch = 50;

interface AddressTable extends Referred {
  readonly table: RowTable;
  readonly reading: RowReading;
  readonly rows: number;
}

type NumberedRow = ReadRow & { readonly number: number };

/** Writes addresses in short units of work, so that other writers run in between. `run` checks all rows in a dry run first. */
export class AddressBatches {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #addresses: AddressTable;

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, addresses: AddressTable) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#addresses = addresses;
  }

  /** @throws RefusedRowsError, InterruptedRowsError */
  async run(caller: Caller, options: RowOptions): Promise<RowReport> {
    const tried = await this.#pass(
      { ...withoutWriteOptions(caller), writeOptions: { isDryRun: true } },
      options,
      'trying addresses',
    );
    if (tried.failed > 0) throw new RefusedRowsError(tried.report(false));
    if (caller.writeOptions?.isDryRun) return tried.report(false);
    const report = (await this.#pass(withoutWriteOptions(caller), options, 'address')).report(true);
    return caller.writeOptions?.remembered ? this.#remember(caller, report) : report;
  }

  /** Writes the rows without errors. Each batch is a unit of work that ends with `record`. */
  async writeValid(caller: Caller, options: RowOptions, record: RecordRows): Promise<void> {
    const { table, reading, networks } = this.#addresses;
    const positions = new AddressPositions(networks.prefixes);
    let before = 0;
    const addChunk = async (rows: readonly InputRow[]): Promise<void> => {
      const refused = new RowFindings([]);
      let batch = this.#read(rows, positions, refused);
      for (let isWritten = false; !isWritten; ) {
        const written: RecordRows = (repositories, report) =>
          record(repositories, withRefused(report, rows.length, refused), before);
        const outcomes = await this.#write(caller, batch, { ...options, record: written }, 0);
        const isBad = (index: number): boolean => 'error' in (outcomes[index] ?? {});
        for (const [index, { number }] of batch.entries()) if (isBad(index)) note(refused, reading, number, outcomes[index]);
        const valid = batch.filter((_row, index) => !isBad(index));
        isWritten = valid.length === batch.length;
        batch = valid;
      }
      before += rows.length;
      await new Promise<void>((resolve) => this.#timers.after(0, resolve));
      caller.requireAwaited?.();
    };
    await batchesOf(table, addChunk, { size: maxBatch });
  }

  /** Stores the idempotency record after all batches. @throws InterruptedRowsError */
  #remember(caller: Caller, report: RowReport): Promise<RowReport> {
    return runFor(this.#unitOfWork, caller, async () => report).catch((error: unknown) => {
      throw error instanceof StorageError ? new InterruptedRowsError(report.rows, error) : error;
    });
  }

  /** Writes all rows, or checks them in a dry run. @throws RefusedRowsError at the first batch with errors; InterruptedRowsError */
  async #pass(caller: Caller, options: RowOptions, what: string): Promise<RowFindings> {
    const { table, reading, networks, rows } = this.#addresses;
    const findings = new RowFindings(reading.ignoredColumns);
    const positions = new AddressPositions(networks.prefixes);
    const isDryRun = caller.writeOptions?.isDryRun === true;
    const addChunk = async (chunk: readonly InputRow[]): Promise<void> => {
      const written = findings.valid;
      const batch = this.#read(chunk, positions, findings);
      const outcomes = findings.failed > 0 && !isDryRun ? [] : await this.#write(caller, batch, options, written);
      for (const [index, { number }] of batch.entries()) note(findings, reading, number, outcomes[index]);
      if (findings.failed > 0 && !isDryRun) throw new RefusedRowsError(findings.report(false, written));
      options.progressed?.(Math.min((findings.rows / Math.max(rows, 1) + (isDryRun ? 0 : 1)) / 2, 1), what);
      await new Promise<void>((resolve) => this.#timers.after(0, resolve));
      caller.requireAwaited?.();
    };
    const skip = (skipped: SkippedRow): void => findings.skip(skipped);
    await batchesOf(table, addChunk, { size: maxBatch, skip }).catch((error: unknown) => {
      if (!(error instanceof UnreadableRowError)) throw error;
      findings.refuse({ table: table.kind, row: error.row, column: null, problem: error.message });
      if (!isDryRun) throw new RefusedRowsError(findings.report(false, findings.valid));
    });
    return findings;
  }

  #read(rows: readonly InputRow[], positions: AddressPositions, findings: RowFindings): NumberedRow[] {
    const { reading } = this.#addresses;
    return rows.flatMap(({ row: number, cells }) => {
      try {
        const row = reading.read(cells, this.#addresses);
        if (!row) return [];
        if (row.ip && positions.take(readId(row.input.subnetId) ?? null, row.ip)?.kind === 'duplicate') throw comesAgain();
        return [{ ...row, number }];
      } catch (error) {
        findings.refuseAll(rowErrorsOf(reading, number, error));
        return [];
      }
    });
  }

  async #write(
    caller: Caller,
    rows: readonly ReadRow[],
    { updates = false, record }: RowOptions,
    written: number,
  ): Promise<RowOutcome[]> {
    const { names, networks } = this.#addresses;
    let outcomes: RowOutcome[] = [];
    try {
      return await runFor(this.#unitOfWork, caller, async (repositories) => {
        const lockedSubnets = await lockSubnets(repositories, subnetsOf(rows));
        const context = { repositories, caller: withoutWriteOptions(caller), clock: this.#clock, updates, names, networks };
        const timestamp = formatTimestamp(this.#clock.now());
        outcomes = await new AddressRows({ ...context, timestamp, locked: new Set(lockedSubnets.keys()) }).write(rows);
        if (outcomes.some((outcome) => 'error' in outcome)) throw new UndoneWork();
        if (!caller.writeOptions?.isDryRun) await record?.(repositories, reportOf(outcomes), 0);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof UndoneWork) return outcomes;
      throw error instanceof StorageError && written > 0 && !caller.writeOptions?.isDryRun
        ? new InterruptedRowsError(written, error)
        : error;
    }
  }
}

const subnetsOf = (rows: readonly ReadRow[]): number[] =>
  rows.map(({ input }) => readId(input.subnetId) ?? 0).filter((id) => id > 0);

function reportOf(outcomes: readonly RowOutcome[]): RowReport {
  const findings = new RowFindings([]);
  for (const outcome of outcomes) if ('result' in outcome) findings.note(outcome.result);
  return findings.report(true);
}

function withRefused(report: RowReport, rows: number, refused: RowFindings): RowReport {
  const { failed, errors } = refused.report(true);
  return { ...report, rows, failed, errors };
}

function note(findings: RowFindings, reading: RowReading, row: number, outcome: RowOutcome | undefined): void {
  if (outcome && 'result' in outcome) findings.note(outcome.result);
  else if (outcome) findings.refuse(rowErrorOf(reading, row, outcome.error));
}
