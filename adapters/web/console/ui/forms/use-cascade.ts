import { useQueries, useQuery } from '@tanstack/react-query';
import type { KindDescription } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { type Reference, referencesTo, referrers } from '../../api/references';

export const maxListed = 4;

/** @param path of the record to delete: `subnets/7/` */
export function useCascade(path: string) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [, list = '', id = ''] = /^(.+)\/(\d+)\/$/.exec(path) ?? [];
  const kind = kinds.find((each) => each.path === list);
  const isSubnet = kind?.name === 'subnet';
  const subnets = useQuery({ ...recordsQuery(`${list}/${id}/slaves_recursive`), enabled: isSubnet });
  const networks = (subnets.data ?? []).filter((subnet) => String(subnet.id) !== id);
  const references = kind ? referencesTo(kind, kinds) : [];
  const ids = isSubnet ? [id, ...networks.map((subnet) => String(subnet.id))] : [id];
  const lists = useQueries({
    queries: references.map(({ from, field }) => ({
      queryKey: ['register', 'along', from.path, field, ids.join()],
      queryFn: () => referrers(from.path, field, ids.slice(0, 1000), maxListed),
    })),
  });
  const lines = references.flatMap((reference, index) => {
    const found = lists[index]?.data;
    const { from, field } = reference;
    return found && found.total > 0
      ? [{ key: `${from.name} ${field}`, kind: from, goes: goesAlong(kind, reference), ...found }]
      : [];
  });
  const readings = [subnets, ...lists];
  const isLoading = kinds.length === 0 || readings.some((reading) => reading.isLoading);
  return { networks, lines, isLoading, failed: readings.find(({ error }) => error)?.error };
}

/** Whether the deletion cascades to the records of a reference. */
const goesAlong = (kind: KindDescription | undefined, { field }: Reference): boolean =>
  (kind?.name === 'subnet' && field === 'subnetId') || (kind?.name === 'section' && field === 'sectionId');
