import { requireScope } from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import { fieldsOfMissing, type MissingRecord, referableKinds } from '../../../domain/transfer/missing-records.js';
import type { Caller } from '../../caller.js';
import { catalogRow, type RowContext, sectionRow } from './row-writers.js';

/** @throws IpamError permission.denied for a key without the scope to create one of the records */
export function requireScopes({ principal }: Caller, records: readonly MissingRecord[]): void {
  for (const kind of new Set(records.map((record) => record.kind))) requireScope(principal, [`${kind}:write`]);
}

/**
 * Creates records to which rows refer, unless they exist meanwhile. A record with an invalid name is not created, and its rows are
 * then refused.
 * @returns the created records
 * @throws IpamError permission.denied
 */
export async function createMissing(
  context: RowContext,
  records: readonly MissingRecord[],
  yieldToEventLoop: () => Promise<void>,
): Promise<MissingRecord[]> {
  const created: MissingRecord[] = [];
  const ordered = referableKinds.flatMap((kind) => records.filter((record) => record.kind === kind));
  for (const [index, record] of ordered.entries()) {
    if (index % createdAtOnce === createdAtOnce - 1) await yieldToEventLoop();
    context.caller.requireAwaited?.();
    if (context.names.idsOf(record.kind, record.name).length === 0 && (await isCreated(context, record))) created.push(record);
  }
  return created;
}

/** Number of records between two yields. */
const createdAtOnce = 20;

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
