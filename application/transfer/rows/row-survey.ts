import { readId } from '../../../domain/scalar-text.js';
import { isWithinSubnet, type RowKind } from '../../../domain/transfer/columns.js';
import type { MissingRecord } from '../../../domain/transfer/missing-records.js';
import type { NamedRecords } from './named-records.js';
import { isRowError } from './row-errors.js';
import type { ReadRow, Referred } from './row-reading.js';
import { touchedBy } from './row-writers.js';
import type { RowOptions } from './table.js';

/** Facts read from all tables before the unit of work: number of rows, and ids to lock. */
export interface Survey {
  readonly rows: number;
  readonly sections: ReadonlySet<number>;
  readonly subnets: ReadonlySet<number>;
  readonly missing: readonly MissingRecord[];
}

/** The readable content of a row before writing; undefined with errors. */
export function validRow(read: () => ReadRow | undefined): ReadRow | undefined {
  try {
    return read();
  } catch (error) {
    if (isRowError(error)) return undefined;
    throw error;
  }
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
