import { requireScope } from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import { fieldsOfMissing, type MissingRecord, referableKinds } from '../../../domain/transfer/missing-records.js';
import type { Caller } from '../../caller.js';
import { catalogRow, type RowContext, sectionRow } from './row-writers.js';

export function requireScopes({ principal }: Caller, records: readonly MissingRecord[]): void {
  for (const kind of new Set(records.map((record) => record.kind))) requireScope(principal, [`${kind}:write`]);
}

/** Creates missing records to which rows refer. A record with an invalid name is not created, and its rows are refused. */
export async function createMissing(context: RowContext, records: readonly MissingRecord[]): Promise<MissingRecord[]> {
  const created: MissingRecord[] = [];
  for (const kind of referableKinds)
    for (const record of records.filter((each) => each.kind === kind))
      if (context.names.idsOf(kind, record.name).length === 0 && (await isCreated(context, record))) created.push(record);
  return created;
}

async function isCreated(context: RowContext, record: MissingRecord): Promise<boolean> {
  const { kind } = record;
  const row = { input: { ...fieldsOfMissing(record) } };
  try {
    await (kind === 'section' ? sectionRow(context, row) : catalogRow(kind, context, row));
    return true;
  } catch (error) {
    if (!IpamError.is(error) || error.code === 'permission.denied') throw error;
    return false;
  }
}
