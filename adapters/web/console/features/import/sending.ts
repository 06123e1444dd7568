import { ApiError, send } from '../../api/client';
import { count } from '../../values/numbers';
import type { Sort } from './columns';
import type { Outcome, Sending } from './import-rows';

/** Tries items out. A trial is one transaction, for which others wait on an embedded database, so its requests have fewer. */
export const dryRunOf = (sort: Sort): Sending => ({
  together: 50,
  isStored: false,
  post: (items) => outcomesOf(`${sort}/bulk/?dry_run=1`, items),
});

/** Writes items. */
export const writeOf = (sort: Sort): Sending => ({
  together: 500,
  isStored: true,
  post: async (items, before) => {
    try {
      return await outcomesOf(`${sort}/bulk/`, items);
    } catch (error) {
      if (!(error instanceof ApiError) || before === 0) throw error;
      const text = `${count(before)} rows are in, then: ${error.message}. Try all rows out once more to see which are left.`;
      throw new ApiError(error.status, text, error.body);
    }
  },
});

const outcomesOf = async (path: string, items: readonly object[]): Promise<readonly Outcome[]> =>
  (await send<{ readonly data: readonly Outcome[] }>('POST', path, { items })).data;
