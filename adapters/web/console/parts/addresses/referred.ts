import { useQueries, useQuery } from '@tanstack/react-query';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { titleOf } from '../kinds';
import type { Column } from './columns';

/** Names of the records that columns refer to, by the name of their sort and their id. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the names of what columns refer to. */
export function useReferred(columns: readonly Column[]): Names {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const names = new Set(columns.flatMap(({ refersTo }) => refersTo ?? []));
  const referred = kinds.filter(({ name }) => names.has(name) && !['subnet', 'address'].includes(name));
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  return new Map(
    referred.map(({ name, idName }, index) => [
      name,
      new Map((lists[index]?.data ?? []).map((record) => [String(record[idName]), titleOf(record)])),
    ]),
  );
}
