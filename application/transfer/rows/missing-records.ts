import { requireScope } from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import { fieldsOfMissing, type MissingRecord, referableKinds } from '../../../domain/transfer/missing-records.js';
import { type Outcome, outcomeOf } from '../../unit-of-work/batch.js';
import type { UncreatedRecord } from './named-records.js';
import { catalogRow, type RowContext, sectionRow } from './row-writers.js';

/**
 * Creates records to which rows refer, unless the records exist meanwhile. Notes in `context.names` why a record cannot be created.
 * The rows that refer to such a record are refused later.
 * @returns the created records, and the records that cannot be created
 */
export async function createMissing(
  context: RowContext,
  records: readonly MissingRecord[],
  yieldToEventLoop: () => Promise<void>,
): Promise<{ readonly created: readonly MissingRecord[]; readonly uncreated: readonly UncreatedRecord[] }> {
  const created: MissingRecord[] = [];
  const uncreated: UncreatedRecord[] = [];
  const ordered = referableKinds.flatMap((kind) => records.filter((record) => record.kind === kind));
  for (const [index, record] of ordered.entries()) {
    if (index % createdAtOnce === createdAtOnce - 1) await yieldToEventLoop();
    context.caller.requireAwaited?.();
    if (context.names.idsOf(record.kind, record.name).length > 0) continue;
    const outcome = await outcomeOf(() => create(context, record));
    if ('result' in outcome) created.push(record);
    else uncreated.push({ record, reason: reasonIn(outcome) });
  }
  context.names.noteUncreated(uncreated);
  return { created, uncreated };
}

/** Number of records between two yields. */
const createdAtOnce = 20;

async function create(context: RowContext, record: MissingRecord): Promise<void> {
  const { kind } = record;
  requireScope(context.caller.principal, [`${kind}:write`]);
  const row = { input: { ...fieldsOfMissing(record) } };
  await (kind === 'section' ? sectionRow(context, row) : catalogRow(kind, context, row));
}

function reasonIn({ error }: Extract<Outcome<void>, { error: unknown }>): IpamError {
  if (error instanceof IpamError) return error;
  throw error;
}
