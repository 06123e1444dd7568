import { useQueries, useQuery } from '@tanstack/react-query';
import { type AnyRecord, ApiError, send } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';

/** Most names listed per kind. */
export const maxListed = 4;

/** Reads the records that a deletion removes or changes. @param path of the record to delete: `subnets/7/` */
export function useCascade(path: string) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [, list = '', id = ''] = /^(.+)\/(\d+)\/$/.exec(path) ?? [];
  const kind = kinds.find((each) => each.path === list);
  const isSubnet = kind?.name === 'subnet';
  const subnets = useQuery({ ...recordsQuery(`${list}/${id}/slaves_recursive`), enabled: isSubnet });
  const networks = (subnets.data ?? []).filter((subnet) => String(subnet.id) !== id);
  const references = referencesTo(kind, kinds);
  const ids = isSubnet ? [id, ...networks.map((subnet) => String(subnet.id))] : [id];
  const lists = useQueries({
    queries: references.map(({ from, field }) => ({
      queryKey: ['register', 'along', from.path, field, ids.join()],
      queryFn: () => referrers(from.path, field, ids.slice(0, 1000)),
    })),
  });
  const lines = references.flatMap(({ from, field, goes }, index) => {
    const found = lists[index]?.data;
    return found && found.total > 0 ? [{ key: `${from.name} ${field}`, kind: from, goes, ...found }] : [];
  });
  const readings = [subnets, ...lists];
  const isLoading = kinds.length === 0 || readings.some((reading) => reading.isLoading);
  return { networks, lines, isLoading, failed: readings.find(({ error }) => error)?.error };
}

/** Fields that refer to the kind, and whether the deletion cascades to their records. */
function referencesTo(kind: KindDescription | undefined, kinds: readonly KindDescription[]) {
  if (!kind) return [];
  const isSubnet = kind.name === 'subnet';
  return kinds.flatMap((from) =>
    from.fields
      .filter(({ refersTo, name }) => refersTo === kind.name && !(isSubnet && name === 'masterSubnetId'))
      .map(({ name: field }) => ({
        from,
        field,
        goes: (isSubnet && field === 'subnetId') || (kind.name === 'section' && field === 'sectionId'),
      })),
  );
}

interface Found {
  readonly total: number;
  readonly records: readonly AnyRecord[];
}

/** Records with one of the ids in a field: their number, and the first of them. */
async function referrers(path: string, field: string, ids: readonly string[]): Promise<Found> {
  const query = new URLSearchParams([
    [`filter[${field}][in]`, ids.join()],
    ['limit', String(maxListed)],
    ['count', '1'],
    ['links', 'false'],
  ]);
  try {
    const { data, total } = await send<{ data: readonly AnyRecord[]; total: number }>('GET', `${path}/?${query}`);
    return { total: Number(total), records: data };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { total: 0, records: [] };
    throw error;
  }
}
