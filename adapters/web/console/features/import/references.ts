import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kindsQuery, recordsQuery } from '../../api/queries';
import type { Target } from './columns';
import { idsFrom } from './names';

/** Reads the records that columns refer to. @param fields that the columns are brought to */
export function useReferences(targets: readonly Target[], fields: readonly string[]) {
  const { data: kinds = [], isPending: areKindsPending } = useQuery(kindsQuery);
  const sorts = new Set(targets.filter(({ name }) => fields.includes(name)).flatMap(({ refersTo }) => refersTo ?? []));
  if (sorts.has('vlan')) sorts.add('l2domain');
  const referred = kinds.filter(({ name }) => sorts.has(name));
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  const version = lists.map(({ dataUpdatedAt }, index) => `${referred[index]?.name} ${dataUpdatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: files are long, and the version says when something is other
  const idOf = useMemo(
    () => idsFrom(referred, new Map(referred.map(({ name }, at) => [name, lists[at]?.data ?? []]))),
    [version],
  );
  return { idOf, isRead: !areKindsPending && lists.every(({ isPending }) => !isPending) };
}
