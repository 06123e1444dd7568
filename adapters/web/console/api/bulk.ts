import { isRefusal, isSessionEnd, send } from './client';
import { type KindDescription, writtenValues } from './kinds';
import { type AddressQuery, allOf } from './lists';

/**
 * A selection in a list. Without `isAll`, it consists of the rows with these ids. With `isAll`, it consists of all rows except
 * these.
 */
export interface Choice {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

export type BulkChange = { readonly action: 'delete' } | { readonly action: 'change'; readonly fields: object };

export interface Progress {
  readonly done: number;
  readonly refused: number;
  readonly reason: string;
}

interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

/** Items per request. Records of other kinds are changed one by one. */
const together: Readonly<Record<string, number>> = { subnet: 100, address: 500 };
/** Maximum number of records of one deletion by conditions. */
export const maxByConditions = 1000;

/** Deletes all addresses that match the conditions, if their number still equals `expected`. @throws ApiError */
export function deleteAll({ subnet, where }: AddressQuery, expected: number): Promise<unknown> {
  const conditions = [['filter[subnetId]', String(subnet)], ...where.map(([name, value]) => [name, value])];
  return send('DELETE', `addresses/?${new URLSearchParams([...conditions, ['expect', String(expected)]])}`);
}

/** Reads all ids before the first write, because changed records may no longer match the conditions. @throws ApiError */
export async function chosenIds({ subnet, sort, where }: AddressQuery, { isAll, ids }: Choice): Promise<readonly string[]> {
  if (!isAll) return [...ids];
  const order = sort.endsWith('ip') ? sort : `${sort},ip`;
  const all = await allOf(`subnets/${subnet}/addresses`, [['fields', 'id'], ['sort', order], ...where]);
  return all.map(({ id }) => String(id)).filter((id) => !ids.has(id));
}

/** Changes or deletes records in chunks. After a refused record, the others continue. @throws ApiError if the service does not answer */
export async function changeRecords(
  kind: KindDescription,
  ids: readonly string[],
  change: BulkChange,
  report: (progress: Progress) => void,
): Promise<Progress> {
  let progress: Progress = { done: 0, refused: 0, reason: '' };
  const size = together[kind.name] ?? 1;
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
  if (!(name in together)) return [await writtenAlone(`${path}/${ids[0]}/`, change)];
  const { action, ...fields } = change.action === 'delete' ? change : { action: change.action, ...change.fields };
  const items = ids.map((id) => ({ action, id, ...fields }));
  return (await send<{ data: readonly Outcome[] }>('POST', `${path}/bulk/`, { items })).data;
}

async function writtenAlone(path: string, change: BulkChange): Promise<Outcome> {
  try {
    if (change.action === 'delete') await send('DELETE', path);
    else await send('PATCH', path, change.fields);
    return { status: 200, message: '' };
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error) || isSessionEnd(error)) throw error;
    return { status: 400, message: error.message };
  }
}
