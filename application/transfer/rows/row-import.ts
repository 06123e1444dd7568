import { requireScope } from '../../../domain/access/access-policy.js';
import { formatTimestamp, readId } from '../../../domain/scalar-text.js';
import { isWithinSubnet, type RowKind } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import { lockSections, lockSubnets } from '../../inventory/row-locks.js';
import type { Clock, Timers } from '../../ports/environment.js';
import { SourceError } from '../../ports/register.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { OutdatedRead, retryWhileOutdated } from '../../unit-of-work/optimistic-retry.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { withoutWriteOptions } from '../bulk/ensured.js';
import { AddressBatches } from './address-batches.js';
import { AddressRows } from './address-rows.js';
import { NamedRecords, type UncreatedRecord } from './named-records.js';
import { Networks } from './networks.js';
import {
  batchesOf,
  checkScope,
  recordsIn,
  rowErrorOf,
  rowErrorsOf,
  type Survey,
  skipUnreadable,
  surveyRow,
} from './row-batches.js';
import { RowErrorList } from './row-errors.js';
import { RowFindings } from './row-findings.js';
import { type ReadRow, type Referred, RowReading } from './row-reading.js';
import { createMissing, type RowContext, type RowWriter, recordRow, SingleRows, SubnetRows, sectionRow } from './row-writers.js';
import {
  type InputRow,
  type RecordRows,
  RefusedRowsError,
  type RowError,
  type RowOptions,
  type RowReport,
  type RowTable,
  UnreadableRowError,
} from './table.js';

interface ReadTable {
  readonly table: RowTable;
  readonly reading: RowReading;
}

const surveyShare = 0.1;

/** Imports rows, all or none. Each row has the checks of a single request. */
export class RowImport {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, timers: Timers) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
  }

  /**
   * Imports tables in order, in one unit of work with the writeOptions of the caller. With `inBatches`, each batch of addresses
   * has its own unit of work. Stops between batches if the client disconnects (Caller.requireAwaited).
   * @throws IpamError permission.denied for a key without the scope; RefusedRowsError with all errors; InterruptedRowsError if
   * the storage failed after some batches; SourceError for two columns of the same meaning; IpamError field.unknown for a column,
   * field.reference for section or VRF of the options
   */
  async run(caller: Caller, tables: readonly RowTable[], options: RowOptions = {}): Promise<RowReport> {
    const read: ReadTable[] = [];
    for (const { kind } of tables) requireScope(caller.principal, [`${kind}:write`]);
    for (const table of tables) read.push({ table, reading: await RowReading.of(this.#readers, table, options) });
    if (options.inBatches) return this.#runBatches(caller, read, options);
    return retryWhileOutdated(async () => {
      const survey = await this.#survey(caller, read, options);
      options.writing?.(survey.rows);
      return runFor(this.#unitOfWork, caller, async (repositories) => {
        const findings = new RowFindings(read.flatMap(({ reading }) => reading.ignoredColumns));
        const context = await this.#context(repositories, caller, read, survey, options);
        findings.noteAdded((await createMissing(context, survey.missing, () => this.#yieldToEventLoop())).created);
        await this.#writeAll(context, read, survey, options, findings);
        const report = findings.report(!caller.writeOptions?.isDryRun);
        if (report.failed > 0) throw new RefusedRowsError({ ...report, imported: false, added: 0, addedRecords: [] });
        if (!caller.writeOptions?.isDryRun) await options.record?.(repositories, report, 0);
        return report;
      });
    });
  }

  /**
   * Imports a table of at most some hundred rows. Rows with errors are skipped, all others are written: addresses in several
   * units of work, other kinds in one. Each unit of work ends with `record`.
   * @throws the errors of `run` that concern all rows, and those of `record`
   */
  async writeValid(caller: Caller, table: RowTable, options: RowOptions, record: RecordRows): Promise<void> {
    requireScope(caller.principal, [`${table.kind}:write`]);
    if (table.kind !== 'address') return this.#writeRemaining(caller, table, options, record);
    const reading = await RowReading.of(this.#readers, table, options);
    const read = [{ table, reading }];
    const { rows, missing } = await this.#survey(caller, read, options);
    const uncreated = missing.length > 0 ? await this.#createAhead(caller, read, missing, { ...options, record }) : [];
    const referred = await this.#referred(this.#readers, caller, read);
    referred.names.noteUncreated(uncreated);
    const batches = new AddressBatches(this.#unitOfWork, this.#clock, this.#timers, { table, reading, ...referred, rows });
    return batches.writeValid(caller, options, record);
  }

  /**
   * Creates missing records in a separate unit of work. The records remain even if rows are refused later.
   * @returns the records that cannot be created
   */
  #createAhead(
    caller: Caller,
    read: readonly ReadTable[],
    missing: Survey['missing'],
    options: RowOptions,
  ): Promise<readonly UncreatedRecord[]> {
    const survey: Survey = { rows: 0, sections: new Set(), subnets: new Set(), missing };
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const context = await this.#context(repositories, caller, read, survey, options);
      const { created, uncreated } = await createMissing(context, missing, () => this.#yieldToEventLoop());
      const findings = new RowFindings([]);
      findings.noteAdded(created);
      if (created.length > 0) await options.record?.(repositories, findings.report(true), 0);
      return uncreated;
    });
  }

  /** Writes all rows in one unit of work. If rows are refused, repeats without them until all remaining rows are written. */
  async #writeRemaining(caller: Caller, table: RowTable, options: RowOptions, record: RecordRows): Promise<void> {
    const refused: RowError[] = [];
    const bad = new Set<number>();
    let rows = 0;
    for await (const entries of table.rows()) rows += recordsIn(entries).length;
    const recordAll: RecordRows = (repositories, report) =>
      record(repositories, { ...report, rows, failed: bad.size, errors: refused }, 0);
    for (;;) {
      const remaining = { ...table, rows: () => without(table.rows(), bad) };
      try {
        await this.run(caller, [remaining], { ...options, record: recordAll });
        return;
      } catch (error) {
        if (!(error instanceof RefusedRowsError) || error.report.errors.every(({ row }) => bad.has(row))) throw error;
        refused.push(...error.report.errors);
        for (const { row } of error.report.errors) bad.add(row);
      }
    }
  }

  async #runBatches(caller: Caller, tables: readonly ReadTable[], options: RowOptions): Promise<RowReport> {
    if (options.createsMissing) throw new SourceError('missing records are created only if all rows are in one transaction');
    const [only] = tables;
    if (!only || tables.length > 1 || only.reading.kind !== 'address')
      throw new SourceError('only addresses can be written batch by batch');
    const { rows } = await this.#survey(caller, tables, options);
    const referred = await this.#referred(this.#readers, caller, tables);
    const batches = new AddressBatches(this.#unitOfWork, this.#clock, this.#timers, { ...only, ...referred, rows });
    return batches.run(caller, options);
  }

  /** Reads all rows before writing. Rows with errors are skipped. */
  async #survey(caller: Caller, tables: readonly ReadTable[], options: RowOptions): Promise<Survey> {
    const referred = await this.#referred(this.#readers, caller, tables, options.createsMissing);
    checkScope(referred.names, options);
    const [sections, subnets] = [new Set<number>(), new Set<number>()];
    let rows = 0;
    for (const { table, reading } of tables) {
      await batchesOf(table, async (chunk) => {
        for (const { cells } of chunk) {
          const row = new RowErrorList().try(() => reading.read(cells, referred));
          if (row) surveyRow(row, reading.kind, referred, sections, subnets);
        }
        rows += chunk.length;
        options.progressed?.(0, `reading ${table.kind}`);
        await this.#yieldToEventLoop();
        caller.requireAwaited?.();
      }).catch(skipUnreadable);
    }
    return { rows, sections, subnets, missing: referred.names.missing };
  }

  async #referred(readers: Readers, caller: Caller, tables: readonly ReadTable[], addsMissing = false): Promise<Referred> {
    const names = new NamedRecords(readers, caller, addsMissing);
    for (const { reading } of tables) for (const kind of reading.referredKinds) await names.load(kind);
    const isNeeded = tables.some(({ reading }) => reading.needsNetworks);
    return { names, networks: isNeeded ? await Networks.read(readers, caller) : new Networks() };
  }

  /** Locks the records to write in the global lock order, then reads the referenced records under the locks. */
  async #context(
    repositories: Repositories,
    caller: Caller,
    tables: readonly ReadTable[],
    { sections, subnets, missing }: Survey,
    { updates = false }: RowOptions,
  ): Promise<RowContext> {
    if (missing.length > 0 || tables.some(({ reading }) => !reading.needsNetworks)) await repositories.settings.lock();
    await lockSections(repositories, Object.fromEntries([...sections].map((id) => [id, 'change' as const])));
    await lockSubnets(repositories, [...subnets]);
    const timestamp = formatTimestamp(this.#clock.now());
    const referred = await this.#referred(repositories, caller, tables);
    const locked = new Set(subnets);
    return { repositories, caller: withoutWriteOptions(caller), clock: this.#clock, timestamp, updates, locked, ...referred };
  }

  async #writeAll(
    context: RowContext,
    tables: readonly ReadTable[],
    survey: Survey,
    options: RowOptions,
    findings: RowFindings,
  ): Promise<void> {
    for (const { table, reading } of tables) {
      const writer = writerOf(table.kind, context);
      const write = async (entries: readonly InputRow[]): Promise<void> => {
        await writeBatch(context, reading, writer, entries, findings);
        const share = surveyShare + (1 - surveyShare) * (findings.rows / Math.max(survey.rows, 1));
        options.progressed?.(Math.min(share, 1), table.kind);
        await this.#yieldToEventLoop();
        context.caller.requireAwaited?.();
      };
      await batchesOf(table, write, { skip: (skipped) => findings.skip(skipped) }).catch((error: unknown) => {
        if (!(error instanceof UnreadableRowError)) throw error;
        findings.refuse({ table: table.kind, row: error.row, column: null, problem: error.message });
      });
      for (const { row, error } of (await writer.finish?.()) ?? [])
        findings.refuseAgain(rowErrorOf(reading, row.number ?? 0, error));
    }
  }

  #yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => this.#timers.after(0, resolve));
  }
}

async function writeBatch(
  context: RowContext,
  reading: RowReading,
  writer: RowWriter,
  inputRows: readonly InputRow[],
  findings: RowFindings,
): Promise<void> {
  const rows: { readonly input: InputRow; readonly row: ReadRow }[] = [];
  const refuse = (row: number, error: unknown): void => findings.refuseAll(rowErrorsOf(reading, row, error));
  const writeRows = async (): Promise<void> => {
    const outcomes = await writer.write(rows.map(({ row }) => row));
    for (const [index, { input }] of rows.entries()) {
      const outcome = outcomes[index];
      if (outcome && 'result' in outcome) findings.note(outcome.result);
      else refuse(input.row, outcome?.error);
    }
    rows.length = 0;
  };
  for (const input of inputRows) {
    try {
      const row = reading.read(input.cells, context);
      if (!row) continue;
      // a subnet created after the survey is not locked, and a lock now would violate the lock order: the import restarts
      if (isWithinSubnet(reading.kind) && !context.locked.has(readId(row.input.subnetId) ?? 0)) throw new OutdatedRead();
      rows.push({ input, row: { ...row, number: input.row } });
      // the next row may reference this one
      if (reading.kind !== 'address') await writeRows();
    } catch (error) {
      refuse(input.row, error);
    }
  }
  await writeRows();
}

async function* without(
  rows: AsyncIterable<readonly InputRow[]>,
  bad: ReadonlySet<number>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  for await (const chunk of rows) yield chunk.filter(({ row }) => !bad.has(row));
}

function writerOf(kind: RowKind, context: RowContext): RowWriter {
  if (kind === 'address') return new AddressRows(context);
  if (kind === 'section') return new SingleRows((row) => sectionRow(context, row));
  if (kind === 'subnet') return new SubnetRows(context);
  return new SingleRows((row) => recordRow(kind, context, row));
}
