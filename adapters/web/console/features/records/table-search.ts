import { texts } from '../../values/search';

export interface TableSearch {
  readonly find?: string;
  /** Names of the selected columns, separated by commas. */
  readonly columns?: string;
  /** The sort column; a leading minus means descending order. */
  readonly sort?: string;
  /** Conditions, each as `FIELD OPERATOR VALUE` with an operator of the API. */
  readonly where?: readonly string[];
}

/** Maximum number of conditions in a table. The API accepts 100; the page itself uses a few. */
const maxConditions = 50;

/** Ignores invalid parameters. */
export function readTableSearch(search: Readonly<Record<string, unknown>>): TableSearch {
  const where = [search.where ?? []].flat().flatMap((each) => (isCondition(each) ? [each] : []));
  return {
    ...texts('find', 'columns', 'sort')(search),
    ...(where.length > 0 ? { where: where.slice(0, maxConditions) } : {}),
  };
}

const isCondition = (value: unknown): value is string => typeof value === 'string' && /^\S+ [a-z]+ /.test(value);
