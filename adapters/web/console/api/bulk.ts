import type { AddressQuery } from './address-list';
import { send } from './client';
import { allOf } from './lists';

/**
 * A selection in a list. Without `isAll`, it consists of the rows with these ids. With `isAll`, it consists of all rows except
 * these.
 */
export interface Choice {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

export interface AddressSelection {
  readonly addressQuery: AddressQuery;
  readonly choice: Choice;
  readonly number: number;
  readonly whenDone: () => void;
}

export type BulkChange = { readonly action: 'delete' } | { readonly action: 'change'; readonly fields: object };

export interface Progress {
  readonly done: number;
  readonly refused: number;
  readonly reason: string;
}

/** Items per request. */
const together = 500;
/** Maximum number of records of one deletion by conditions. */
export const maxByConditions = 1000;

/** Deletes all addresses that match the conditions, if their number still equals `expected`. @throws ApiError */
export const deleteAll = (addressQuery: AddressQuery, expected: number): Promise<unknown> => {
  const query = new URLSearchParams([
    ['filter[subnetId]', String(addressQuery.subnet)],
    ...addressQuery.where.map(([name, value]) => [name, value]),
  ]);
  query.set('expect', String(expected));
  return send('DELETE', `addresses/?${query}`);
};

/** Changes or deletes many addresses in chunks. After a refused address, the others continue. @throws ApiError */
export async function changeSelection(
  addressQuery: AddressQuery,
  choice: Choice,
  change: BulkChange,
  report: (progress: Progress) => void,
): Promise<Progress> {
  let progress: Progress = { done: 0, refused: 0, reason: '' };
  const ids = choice.isAll ? await allIds(addressQuery, choice.ids) : [...choice.ids];
  for (let from = 0; from < ids.length; from += together) {
    const items = ids.slice(from, from + together).map((id) => itemOf(id, change));
    const { data } = await send<{ data: readonly Outcome[] }>('POST', 'addresses/bulk/', { items });
    const refused = data.filter(({ status }) => Number(status) >= 400);
    progress = {
      done: progress.done + data.length - refused.length,
      refused: progress.refused + refused.length,
      reason: progress.reason || (refused[0]?.message ?? ''),
    };
    report(progress);
  }
  return progress;
}

interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

const itemOf = (id: string, change: BulkChange): object =>
  change.action === 'delete' ? { action: 'delete', id } : { action: 'change', id, ...change.fields };

/** Reads all ids before the first write, because changed records may no longer match the conditions. */
async function allIds({ subnet, sort, where }: AddressQuery, but: ReadonlySet<string>): Promise<string[]> {
  const all = await allOf(`subnets/${subnet}/addresses`, [['fields', 'id'], ['sort', sort], ...where]);
  return all.map(({ id }) => String(id)).filter((id) => !but.has(id));
}
