import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { t } from '../texts/text';
import { type AnyRecord, listAt, type Subnet } from './client';
import { type KindDescription, titleOf } from './kinds';
import { kindsQuery, recordsQuery } from './queries';
import { useRights } from './session';

/** Kinds with many records, whose names are read by id instead of all at once. */
export type NamedById = 'address' | 'subnet';

export const isNamedById = (kind: string): kind is NamedById => kind === 'address' || kind === 'subnet';

/** Names of records by kind and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The id is needed for subnets and addresses only. */
interface NamedReference {
  readonly kind: string | null;
  readonly id?: string | number;
}

/**
 * The names of subnets and addresses with these ids, and the names of all records of the other kinds: `10.0.0.0/24`, `10.0.0.1`.
 * @param isLong whether to add the host name or description of subnets and addresses
 */
export function useNames(references: readonly NamedReference[], isLong = false): Names {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const byKind = Map.groupBy(references, ({ kind }) => kind);
  const whole = kinds.filter(({ name }) => byKind.has(name) && !isNamedById(name) && rights.reads(name));
  const lists = useQueries({ queries: whole.map(({ path }) => recordsQuery(path)) });
  const titles = useTitles(whole);
  const batches = [...byKind].flatMap(([kind, own]) =>
    kind !== null && isNamedById(kind) ? batchesOf(own.map(({ id = '' }) => String(id))).map((batch) => ({ kind, batch })) : [],
  );
  const found = useQueries({ queries: batches.map(({ kind, batch }) => namesQuery(kind, batch)) });
  const namesOf = (kind: NamedById) =>
    namesIn(
      found.map(({ data = [] }, index) => (batches[index]?.kind === kind ? data : [])),
      isLong,
    );
  return new Map([
    ['address', namesOf('address')],
    ['subnet', namesOf('subnet')],
    ...whole.map(
      (kind, index) =>
        [
          kind.name,
          new Map((lists[index]?.data ?? []).map((record) => [String(record[kind.idName]), titles(kind, record)])),
        ] as const,
    ),
  ]);
}

/** Returns the names of subnets by id. */
export async function subnetNames(queries: QueryClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lists: (readonly AnyRecord[])[] = [];
  for (const batch of batchesOf(ids)) lists.push(await queries.fetchQuery(namesQuery('subnet', batch)));
  return namesIn(lists, false);
}

/** Ids per request. */
const together = 100;

const paths: Readonly<Record<NamedById, string>> = {
  address: 'addresses/?links=false&fields=id,ip,hostname,description',
  subnet: 'subnets/?links=false&fields=id,subnet,mask,description,isFolder',
};

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

/** @param record a subnet or an address @param isLong whether to add the host name or description */
export function nameOfRecord(record: AnyRecord, isLong: boolean): string {
  const short = shortName(record);
  const { hostname, description } = record;
  return isLong ? [short, hostname || (description === short ? '' : description)].filter(Boolean).join(' ') : short;
}

/** Titles of records. VLANs have number, name and, with several L2 domains, the domain: 20 Servers (Campus). */
export function useTitles(kinds: readonly KindDescription[]): (kind: KindDescription, record: AnyRecord) => string {
  const isNeeded = useRights().reads('l2domain') && kinds.some(({ name }) => name === 'vlan');
  const { data: domains = [] } = useQuery({ ...recordsQuery('l2domains'), enabled: isNeeded });
  const domainTitles = new Map(domains.map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ name }, record) => {
    if (name !== 'vlan') return titleOf(record);
    const domain = domainTitles.size > 1 ? domainTitles.get(String(record.domainId)) : undefined;
    return `${record.number} ${titleOf(record)}${domain ? ` (${domain})` : ''}`;
  };
}

export const isFolder = (subnet: Subnet): boolean => String(subnet.isFolder) === '1';

/** The path of the list in the API. */
export const listOf = (subnet: Subnet): 'folders' | 'subnets' => (isFolder(subnet) ? 'folders' : 'subnets');

export const nameOf = (subnet: Subnet): string =>
  isFolder(subnet) ? subnet.description || t('subnet.folder') : `${subnet.subnet}/${subnet.mask}`;
