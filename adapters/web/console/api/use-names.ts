import { useQueries, useQuery } from '@tanstack/react-query';
import { kindsQuery, recordsQuery } from './queries';
import { useRights } from './session';
import { useTitles } from './use-titles';

export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Kinds with many records, which are not read all at once. */
const unread: readonly string[] = ['subnet', 'address'];

/** The names of the records of all kinds to which fields refer, except subnets and addresses. */
export function useNames(fields: readonly { readonly refersTo: string | null }[]): Names {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const requested = new Set(fields.flatMap(({ refersTo }) => refersTo ?? []));
  const referred = kinds.filter(({ name }) => requested.has(name) && !unread.includes(name) && rights.reads(name));
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  const titleOf = useTitles(referred);
  return new Map(
    referred.map((kind, index) => [
      kind.name,
      new Map((lists[index]?.data ?? []).map((record) => [String(record[kind.idName]), titleOf(kind, record)])),
    ]),
  );
}
