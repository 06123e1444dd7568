import { List, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type AnyRecord, ApiError, send } from '../../api/client';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { titleOf } from '../records/kinds';
import { count } from '../values/numbers';

/** Names that are told of each sort. */
const told = 4;

/** What a deletion takes along, or takes a value from. @param path of the record that goes: `subnets/7/` */
export function GoesAlong({ path }: { path: string }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [, list = '', id = ''] = /^(.+)\/(\d+)\/$/.exec(path) ?? [];
  const kind = kinds.find((each) => each.path === list);
  const isSubnet = kind?.name === 'subnet';
  const subnets = useQuery({ ...recordsQuery(`${list}/${id}/slaves_recursive`), enabled: isSubnet });
  const { data: below = [] } = subnets;
  const referring = kinds.flatMap((each) =>
    each.fields
      .filter(({ refersTo, name }) => refersTo === kind?.name && kind !== undefined && !(isSubnet && name === 'masterSubnetId'))
      .map(({ name }) => ({ each, name })),
  );
  const ids = isSubnet ? [id, ...below.map((subnet) => String(subnet.id)).filter((each) => each !== id)] : [id];
  const lists = useQueries({
    queries: referring.map(({ each, name }) => ({
      queryKey: ['register', 'along', each.path, name, ids.join()],
      queryFn: () => referrers(each.path, name, ids.slice(0, 1000)),
    })),
  });
  const lines = referring.flatMap(({ each, name }, index) => {
    const found = lists[index]?.data;
    if (!found || found.total === 0) return [];
    const goes = (isSubnet && name === 'subnetId') || (kind?.name === 'section' && name === 'sectionId');
    return [{ key: `${each.name} ${name}`, title: each.title, goes, ...found }];
  });
  const networks = below.filter((subnet) => String(subnet.id) !== id);
  const failed = [subnets, ...lists].find(({ error }) => error)?.error;
  if (failed)
    return (
      <Text size="sm" c="red" role="alert">
        What goes along could not be looked up: {failed.message}
      </Text>
    );
  if (kinds.length === 0 || [subnets, ...lists].some(({ isLoading }) => isLoading))
    return (
      <Text size="sm" className="quiet" aria-busy="true">
        Looking up what goes along…
      </Text>
    );
  if (networks.length === 0 && lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        What that means for others
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {networks.length > 0 ? (
          <List.Item>
            {count(networks.length)} subnets below go along: {namesOf(networks)}
          </List.Item>
        ) : null}
        {lines.map(({ key, title, goes, total, records }) => (
          <List.Item key={key}>
            {count(total)} {title} {goes ? 'go along' : 'lose their reference to it'}: {namesOf(records, total)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

interface Found {
  readonly total: number;
  readonly records: readonly AnyRecord[];
}

/** Records with one of some ids in a field: how many, and the first of them. */
async function referrers(path: string, field: string, ids: readonly string[]): Promise<Found> {
  const query = new URLSearchParams([
    [`filter[${field}][in]`, ids.join()],
    ['limit', String(told)],
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

function namesOf(records: readonly AnyRecord[], total = records.length): string {
  const names = records.slice(0, told).map((record) => nameOf(record));
  return total > told ? `${names.join(', ')}…` : names.join(', ');
}

const nameOf = (record: AnyRecord): string => {
  if (record.ip) return String(record.ip);
  return record.subnet && record.mask ? `${record.subnet}/${record.mask}` : titleOf(record);
};
