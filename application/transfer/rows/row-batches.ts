import { IpamError } from '../../../domain/errors.js';
import { readId } from '../../../domain/scalar-text.js';
import { isWithinSubnet, type RowKind } from '../../../domain/transfer/columns.js';
import type { MissingRecord } from '../../../domain/transfer/missing-records.js';
import { chunksOf } from '../../listing.js';
import type { NamedRecords } from './named-records.js';
import { RowErrors, UncreatedReference } from './row-errors.js';
import type { ReadRow, Referred, RowReading } from './row-reading.js';
import { touchedBy } from './row-writers.js';
import { type InputRow, type RowError, type RowOptions, type RowTable, type SkippedRow, UnreadableRowError } from './table.js';

const maxBatch = 500;

/** Calls a function with batches of rows. Rows that are not records go to `skip` instead. */
export async function batchesOf(
  table: RowTable,
  take: (chunk: readonly InputRow[]) => Promise<void>,
  { size = maxBatch, skip }: { readonly size?: number; readonly skip?: (skipped: SkippedRow) => void } = {},
): Promise<void> {
  for await (const entries of table.rows()) {
    if (skip)
      for (const { row, skipReason } of entries)
        if (skipReason !== undefined) skip({ table: table.kind, row, reason: skipReason });
    for (const chunk of chunksOf(recordsIn(entries), size)) await take(chunk);
  }
}

export const recordsIn = (rows: readonly InputRow[]): readonly InputRow[] =>
  rows.filter(({ skipReason }) => skipReason === undefined);

/** @throws errors that the row did not cause */
export function rowErrorOf(reading: RowReading, row: number, error: unknown): RowError {
  const { kind: table } = reading;
  if (error instanceof UncreatedReference)
    return { table, row, column: reading.titleOf(error), problem: error.reason, uncreated: error.record };
  if (!(error instanceof IpamError)) throw error;
  return { table, row, column: reading.titleOf(error), problem: error };
}

export const rowErrorsOf = (reading: RowReading, row: number, error: unknown): readonly RowError[] =>
  (error instanceof RowErrors ? error.errors : [error]).map((each) => rowErrorOf(reading, row, each));

/** Ignores unreadable rows, which the write reports. */
export function skipUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableRowError)) throw error;
}

/** Facts read from all tables before the unit of work: number of rows, and ids to lock. */
export interface Survey {
  readonly rows: number;
  readonly sections: ReadonlySet<number>;
  readonly subnets: ReadonlySet<number>;
  readonly missing: readonly MissingRecord[];
}

/** Whether an id belongs to a stored record. The provisional id of a missing record is negative. */
const isStored = (id: number | null | undefined): id is number => Number(id) > 0;

/** Notes what a row describes and which sections and subnets its unit of work locks. */
export function surveyRow(row: ReadRow, kind: RowKind, referred: Referred, sections: Set<number>, subnets: Set<number>): void {
  const { input } = row;
  referred.names.noteRow(kind, input);
  if (kind === 'section')
    for (const id of [readId(input.masterSection), ...referred.names.idsOf('section', String(input.name))])
      if (isStored(id)) sections.add(id);
  if (isWithinSubnet(kind)) subnets.add(readId(input.subnetId) ?? 0);
  if (kind !== 'subnet') return;
  const { sectionId, touched } = touchedBy(referred.networks, row);
  if (isStored(sectionId)) sections.add(sectionId);
  for (const id of touched) subnets.add(id);
}

/** @throws IpamError field.reference, record.ambiguous */
export function checkScope(names: NamedRecords, { section, vrf }: RowOptions): void {
  if (section !== undefined) names.find('section', section, { field: 'section', digits: 'id' });
  if (vrf !== undefined && vrf !== '' && vrf !== '0') names.find('vrf', vrf, { field: 'vrf', digits: 'id' });
}
