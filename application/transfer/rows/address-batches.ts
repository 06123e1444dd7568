import { formatTimestamp, readId } from '../../../domain/scalar-text.js';
import { AddressPositions } from '../../../domain/transfer/address-positions.js';
import type { Caller } from '../../caller.js';
import { lockSubnets } from '../../inventory/row-locks.js';
import type { Clock, Timers } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import { UndoneWork, type UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { partOf } from '../ensure/ensured.js';
import { AddressRows } from './address-rows.js';
import type { NamedRecords } from './named-records.js';
import type { Networks } from './networks.js';
import { batchesOf, mistakeOf, mistakesOf } from './row-batches.js';
import { RowFindings } from './row-findings.js';
import { comesAgain } from './row-mistakes.js';
import type { ReadRow, RowReading } from './row-reading.js';
import type { RowOutcome } from './row-writers.js';
import {
  type InputRow,
  type RecordRows,
  type RowOptions,
  type RowReport,
  RowsInterrupted,
  RowsRefused,
  type RowTable,
  RowUnreadable,
  type SkippedRow,
} from './table.js';

/** Rows per batch: on an embedded database all other writers wait for a batch. */
const maxBatch = 50;

interface AddressTable {
  readonly table: RowTable;
  readonly reading: RowReading;
  readonly names: NamedRecords;
  readonly networks: Networks;
  readonly rows: number;
}

type NumberedRow = ReadRow & { readonly number: number };

/** Writes addresses in many short units of work, so that other writers run in between. A dry run comes first. */
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

  /** @throws RowsRefused, RowsInterrupted */
  async run(caller: Caller, options: RowOptions): Promise<RowReport> {
    const tried = await this.#pass({ ...partOf(caller), terms: { isDryRun: true } }, options, 'trying addresses');
    if (tried.failed > 0) throw new RowsRefused(tried.report(false));
    if (caller.terms?.isDryRun) return tried.report(false);
    const report = (await this.#pass(partOf(caller), options, 'address')).report(true);
    return caller.terms?.remembered ? this.#remember(caller, report) : report;
  }

  /**
   * Writes the rows without errors. Each batch is one unit of work, which ends with `record`.
   * @throws errors of `record`; StorageError
   */
  async writeValid(caller: Caller, options: RowOptions, record: RecordRows): Promise<void> {
    const { table, reading, networks } = this.#addresses;
    const places = new AddressPositions(networks.prefixes);
    let before = 0;
    const takePart = async (part: readonly InputRow[]): Promise<void> => {
      const refused = new RowFindings([]);
      let batch = this.#read(part, places, refused);
      for (let isWritten = false; !isWritten; ) {
        const written: RecordRows = (repositories, report) =>
          record(repositories, withRefused(report, part.length, refused), before);
        const outcomes = await this.#write(caller, batch, { ...options, record: written }, 0);
        const isBad = (index: number): boolean => 'error' in (outcomes[index] ?? {});
        for (const [index, { number }] of batch.entries()) if (isBad(index)) note(refused, reading, number, outcomes[index]);
        const valid = batch.filter((_row, index) => !isBad(index));
        isWritten = valid.length === batch.length;
        batch = valid;
      }
      before += part.length;
      await new Promise<void>((resolve) => this.#timers.after(0, resolve));
      caller.requireAwaited?.();
    };
    await batchesOf(table, takePart, { size: maxBatch });
  }

  /** Stores the response for replays, after all batches. @throws RowsInterrupted */
  #remember(caller: Caller, report: RowReport): Promise<RowReport> {
    return runFor(this.#unitOfWork, caller, async () => report).catch((error: unknown) => {
      throw error instanceof StorageError ? new RowsInterrupted(report.rows, error) : error;
    });
  }

  /** Writes all rows, or checks them in a dry run. @throws RowsRefused at the first batch with errors; RowsInterrupted */
  async #pass(caller: Caller, options: RowOptions, what: string): Promise<RowFindings> {
    const { table, reading, networks, rows } = this.#addresses;
    const findings = new RowFindings(reading.passedOver);
    const places = new AddressPositions(networks.prefixes);
    const isDryRun = caller.terms?.isDryRun === true;
    const takePart = async (part: readonly InputRow[]): Promise<void> => {
      const kept = findings.sound;
      const batch = this.#read(part, places, findings);
      const outcomes = findings.failed > 0 && !isDryRun ? [] : await this.#write(caller, batch, options, kept);
      for (const [index, { number }] of batch.entries()) note(findings, reading, number, outcomes[index]);
      if (findings.failed > 0 && !isDryRun) throw new RowsRefused(findings.report(false, kept));
      options.progressed?.(Math.min((findings.rows / Math.max(rows, 1) + (isDryRun ? 0 : 1)) / 2, 1), what);
      await new Promise<void>((resolve) => this.#timers.after(0, resolve));
      caller.requireAwaited?.();
    };
    const skip = (skipped: SkippedRow): void => findings.skip(skipped);
    await batchesOf(table, takePart, { size: maxBatch, skip }).catch((error: unknown) => {
      if (!(error instanceof RowUnreadable)) throw error;
      findings.refuse({ table: table.kind, row: error.row, column: null, problem: error.message });
      if (!isDryRun) throw new RowsRefused(findings.report(false, findings.sound));
    });
    return findings;
  }

  /** Records errors and duplicate addresses. */
  #read(part: readonly InputRow[], places: AddressPositions, findings: RowFindings): NumberedRow[] {
    const { reading, names, networks } = this.#addresses;
    return part.flatMap(({ row: number, cells }) => {
      try {
        const row = reading.read(cells, { names, networks: () => networks });
        if (!row) return [];
        if (row.ip && places.take(readId(row.input.subnetId) ?? null, row.ip)?.kind === 'duplicate') throw comesAgain();
        return [{ ...row, number }];
      } catch (error) {
        findings.refuseAll(mistakesOf(reading, number, error));
        return [];
      }
    });
  }

  /** Writes a batch, which is rolled back if a row has an error. @throws RowsInterrupted */
  async #write(
    caller: Caller,
    rows: readonly ReadRow[],
    { updates = false, record }: RowOptions,
    kept: number,
  ): Promise<RowOutcome[]> {
    const { names, networks } = this.#addresses;
    let outcomes: RowOutcome[] = [];
    try {
      return await runFor(this.#unitOfWork, caller, async (repositories) => {
        const lockedSubnets = await lockSubnets(repositories, subnetsOf(rows));
        const context = { repositories, caller: partOf(caller), clock: this.#clock, updates, names, networks };
        const timestamp = formatTimestamp(this.#clock.now());
        outcomes = await new AddressRows({ ...context, timestamp, locked: new Set(lockedSubnets.keys()) }).write(rows);
        if (outcomes.some((outcome) => 'error' in outcome)) throw new UndoneWork();
        if (!caller.terms?.isDryRun) await record?.(repositories, reportOf(outcomes), 0);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof UndoneWork) return outcomes;
      throw error instanceof StorageError && kept > 0 && !caller.terms?.isDryRun ? new RowsInterrupted(kept, error) : error;
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

/** @param rows number of rows of the batch, refused and empty ones included */
function withRefused(report: RowReport, rows: number, refused: RowFindings): RowReport {
  const { failed, mistakes } = refused.report(true);
  return { ...report, rows, failed, mistakes };
}

function note(findings: RowFindings, reading: RowReading, row: number, outcome: RowOutcome | undefined): void {
  if (outcome && 'result' in outcome) findings.note(outcome.result);
  else if (outcome) findings.refuse(mistakeOf(reading, row, outcome.error));
}
