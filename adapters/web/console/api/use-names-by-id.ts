import { useQueries } from '@tanstack/react-query';
import { type AnyRecord, listAt } from './client';

/** Kinds with too many records to read all of them; their names are read by id. */
export type NamedById = 'address' | 'subnet';

export const isNamedById = (kind: string): kind is NamedById => kind === 'address' || kind === 'subnet';

/** Ids per request. */
const together = 100;

const paths: Readonly<Record<NamedById, string>> = {
  address: 'addresses/?links=false&fields=id,ip,hostname,description',
  subnet: 'subnets/?links=false&fields=id,subnet,mask,description,isFolder',
};

/** The names of subnets or addresses by id: `10.0.0.0/24`, `10.0.0.1`. @param isLong with host name or description */
export function useNamesById(kind: NamedById, ids: readonly string[], isLong = false): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].filter((id) => id !== '' && id !== '0');
  const batches = Array.from({ length: Math.ceil(wanted.length / together) }, (_, index) =>
    wanted.slice(index * together, (index + 1) * together),
  );
  const lists = useQueries({
    queries: batches.map((batch) => ({
      queryKey: ['register', 'names', kind, batch.join()],
      queryFn: () => listAt(`${paths[kind]}&limit=${together}&filter[id][in]=${batch.join()}`),
      staleTime: 60_000,
    })),
  });
  return new Map(
    lists.flatMap(({ data = [] }) =>
      data.map((record) => [String(record.id), nameOfRecord(record, isLong)] satisfies [string, string]),
    ),
  );
}

function shortName({ ip, subnet, mask, isFolder, description }: AnyRecord): string {
  if (ip) return String(ip);
  return String(isFolder) === '1' ? String(description ?? '') : `${subnet}/${mask}`;
}

/** The name of a subnet or address. @param isLong with host name or description */
export function nameOfRecord(record: AnyRecord, isLong: boolean): string {
  const short = shortName(record);
  const { hostname, description } = record;
  return isLong ? [short, hostname || (description === short ? '' : description)].filter(Boolean).join(' ') : short;
}
