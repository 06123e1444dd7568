import type { BulkChange, Progress } from './bulk';
import { type AnyRecord, ApiError, send } from './client';
import { type KindDescription, writtenValues } from './kinds';

const inBulk: readonly string[] = ['subnet', 'address'];
/** Items per request. */
const together = 100;

interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

/** After a refused record, the others continue. @throws ApiError if the service does not answer */
export async function changeRecords(
  kind: KindDescription,
  ids: readonly string[],
  change: BulkChange,
  report: (progress: Progress) => void,
): Promise<Progress> {
  let progress: Progress = { done: 0, refused: 0, reason: '' };
  const size = inBulk.includes(kind.name) ? together : 1;
  for (let from = 0; from < ids.length; from += size) {
    const outcomes = await written(kind, ids.slice(from, from + size), withWrittenNames(kind, change));
    const refused = outcomes.filter(({ status }) => Number(status) >= 400);
    progress = {
      done: progress.done + outcomes.length - refused.length,
      refused: progress.refused + refused.length,
      reason: progress.reason || (refused[0]?.message ?? ''),
    };
    report(progress);
  }
  return progress;
}

const withWrittenNames = (kind: KindDescription, change: BulkChange): BulkChange =>
  change.action === 'delete' ? change : { ...change, fields: writtenValues(kind, { ...change.fields }) };

async function written({ name, path }: KindDescription, ids: readonly string[], change: BulkChange): Promise<readonly Outcome[]> {
  const [id = ''] = ids;
  if (!inBulk.includes(name)) return [await writtenAlone(`${path}/${id}/`, change)];
  const items = ids.map((each) =>
    change.action === 'delete' ? { action: 'delete', id: each } : { action: 'change', id: each, ...change.fields },
  );
  return (await send<{ data: readonly Outcome[] }>('POST', `${path}/bulk/`, { items })).data;
}

async function writtenAlone(path: string, change: BulkChange): Promise<Outcome> {
  try {
    if (change.action === 'delete') await send<AnyRecord>('DELETE', path);
    else await send<AnyRecord>('PATCH', path, change.fields);
    return { status: 200, message: '' };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401)
      return { status: error.status, message: error.message };
    throw error;
  }
}
