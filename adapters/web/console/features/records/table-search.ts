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
export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const [find, columns, sort] = [textIn(search.find), textIn(search.columns), textIn(search.sort)];
  const where = [search.where ?? []].flat().flatMap((each) => (isCondition(each) ? [each] : []));
  return {
    ...(find === undefined ? {} : { find }),
    ...(columns === undefined ? {} : { columns }),
    ...(sort === undefined ? {} : { sort }),
    ...(where.length > 0 ? { where: where.slice(0, maxConditions) } : {}),
  };
}

const isCondition = (value: unknown): value is string => typeof value === 'string' && /^\S+ [a-z]+ /.test(value);

function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
