import { type AddressQuery, idsOf } from './address-list';
import { send } from './client';

/** Which addresses of a list are meant: those, or all but those. */
export interface Choice {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

/** Which addresses a dialog is about, and how many these are. */
export interface AddressSelection {
  readonly wish: AddressQuery;
  readonly choice: Choice;
  readonly number: number;
  readonly whenDone: () => void;
}

/** What is done with each of many addresses. */
export type BulkChange = { readonly action: 'delete' } | { readonly action: 'change'; readonly fields: object };

/** How far a long work has come. */
export interface Progress {
  readonly done: number;
  readonly refused: number;
  /** Why, of the first that was refused. */
  readonly reason: string;
}

/** Items of one request. */
const together = 500;
/** Records that a deletion by conditions takes at most. */
export const maxByConditions = 1000;

/** Deletes all that meet the conditions, provided that they are as many as was shown. @throws ApiError */
export const deleteAll = (wish: AddressQuery, expected: number): Promise<unknown> => {
  const query = new URLSearchParams([
    ['filter[subnetId]', String(wish.subnet)],
    ...wish.where.map(([name, value]) => [name, value]),
  ]);
  query.set('expect', String(expected));
  return send('DELETE', `addresses/?${query}`);
};

/** Changes or deletes many addresses, part by part; what is refused holds up nothing. @throws ApiError */
export async function changeSelection(
  wish: AddressQuery,
  choice: Choice,
  change: BulkChange,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  let progress: Progress = { done: 0, refused: 0, reason: '' };
  const ids = choice.isAll ? await allIds(wish, choice.ids) : [...choice.ids];
  for (let from = 0; from < ids.length; from += together) {
    const items = ids.slice(from, from + together).map((id) => itemOf(id, change));
    const { data } = await send<{ data: readonly Outcome[] }>('POST', 'addresses/bulk/', { items });
    const refused = data.filter(({ status }) => Number(status) >= 400);
    progress = {
      done: progress.done + data.length - refused.length,
      refused: progress.refused + refused.length,
      reason: progress.reason || (refused[0]?.message ?? ''),
    };
    tell(progress);
  }
  return progress;
}

interface Outcome {
  readonly status: string | number;
  readonly message: string;
}

const itemOf = (id: string, change: BulkChange): object =>
  change.action === 'delete' ? { action: 'delete', id } : { action: 'change', id, ...change.fields };

/** Ids are read before anything is written, as what is changed may meet the conditions no more. */
async function allIds(wish: AddressQuery, but: ReadonlySet<string>): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of idsOf(wish)) ids.push(...page.filter((id) => !but.has(id)));
  return ids;
}
