import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query';
import { type AnyRecord, listAt } from './client';

/** Kinds with many records, whose names are read by id instead of all at once. */
export type NamedById = 'address' | 'subnet';

export const isNamedById = (kind: string): kind is NamedById => kind === 'address' || kind === 'subnet';

/** Ids per request. */
const together = 100;

const paths: Readonly<Record<NamedById, string>> = {
  address: 'addresses/?links=false&fields=id,ip,hostname,description',
  subnet: 'subnets/?links=false&fields=id,subnet,mask,description,isFolder',
};

/**
 * Returns the names of subnets or addresses by id: `10.0.0.0/24`, `10.0.0.1`.
 * @param isLong whether to add the host name or description
 */
export function useNamesById(kind: NamedById, ids: readonly string[], isLong = false): ReadonlyMap<string, string> {
  const lists = useQueries({ queries: batchesOf(ids).map((batch) => namesQuery(kind, batch)) });
  return namesIn(
    lists.map(({ data = [] }) => data),
    isLong,
  );
}

export async function namesById(
  queries: QueryClient,
  kind: NamedById,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lists: (readonly AnyRecord[])[] = [];
  for (const batch of batchesOf(ids)) lists.push(await queries.fetchQuery(namesQuery(kind, batch)));
  return namesIn(lists, false);
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const requested = [...new Set(ids)].filter((id) => id !== '' && id !== '0');
  return Array.from({ length: Math.ceil(requested.length / together) }, (_, index) =>
    requested.slice(index * together, (index + 1) * together),
  );
}

const namesQuery = (kind: NamedById, batch: readonly string[]) =>
  queryOptions({
    queryKey: ['register', 'names', kind, batch.join()],
    queryFn: () => listAt(`${paths[kind]}&limit=${together}&filter[id][in]=${batch.join()}`),
    staleTime: 60_000,
  });

const namesIn = (lists: readonly (readonly AnyRecord[])[], isLong: boolean): ReadonlyMap<string, string> =>
  new Map(lists.flat().map((record) => [String(record.id), nameOfRecord(record, isLong)]));

function shortName({ ip, subnet, mask, isFolder, description }: AnyRecord): string {
  if (ip) return String(ip);
  return String(isFolder) === '1' ? String(description ?? '') : `${subnet}/${mask}`;
}

/** @param isLong whether to add the host name or description */
export function nameOfRecord(record: AnyRecord, isLong: boolean): string {
  const short = shortName(record);
  const { hostname, description } = record;
  return isLong ? [short, hostname || (description === short ? '' : description)].filter(Boolean).join(' ') : short;
}
